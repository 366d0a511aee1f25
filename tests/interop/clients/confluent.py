"""confluent-kafka, and so librdkafka, as a client of the tests: one command, one process. Messages that come are printed
as `PARTITION VALUE`."""

import sys

from confluent_kafka import Consumer, KafkaException, Producer
from confluent_kafka.admin import AdminClient, NewTopic


def finish(futures):
    for future in futures.values():
        future.result(20)


def create(address, topic, partitions):
    admin = AdminClient({"bootstrap.servers": address})
    finish(admin.create_topics([NewTopic(topic, int(partitions), 1)]))


def delete(address, topic):
    admin = AdminClient({"bootstrap.servers": address})  # It has to live until it is answered.
    finish(admin.delete_topics([topic]))


def produce(address, topic, count, prefix):
    producer = Producer({"bootstrap.servers": address, "enable.idempotence": True})
    errors = []
    for i in range(int(count)):
        producer.produce(
            topic, key=str(i), value=f"{prefix}{i}", on_delivery=lambda error, _: errors.append(error)
        )
    left = producer.flush(20)
    if left != 0 or any(errors):
        raise SystemExit(f"{left} messages are not delivered; errors: {[e for e in errors if e][:3]}")


def consume(address, topic, group, count):
    consumer = Consumer(
        {
            "bootstrap.servers": address,
            "group.id": group,
            "auto.offset.reset": "earliest",
            "session.timeout.ms": 6000,
            "heartbeat.interval.ms": 300,
            "auto.commit.interval.ms": 200,
        }
    )
    consumer.subscribe([topic])
    left = int(count) or -1  # 0 is for ever
    while left != 0:
        message = consumer.poll(1)
        if message is None:
            continue
        if message.error():
            raise KafkaException(message.error())
        print(message.partition(), message.value().decode(), flush=True)
        left -= 1
    consumer.close()


if __name__ == "__main__":
    {"create": create, "delete": delete, "produce": produce, "consume": consume}[sys.argv[1]](*sys.argv[2:])
