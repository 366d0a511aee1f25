"""kafka-python as a client of the tests: one command, one process. Messages that come are printed as `PARTITION VALUE`."""

import sys

from kafka import KafkaConsumer, KafkaProducer
from kafka.admin import KafkaAdminClient, NewTopic


def create(address, topic, partitions):
    admin = KafkaAdminClient(bootstrap_servers=address)
    admin.create_topics([NewTopic(topic, num_partitions=int(partitions), replication_factor=1)])
    admin.close()


def delete(address, topic):
    admin = KafkaAdminClient(bootstrap_servers=address)
    admin.delete_topics([topic])
    admin.close()


def produce(address, topic, count, prefix):
    options = {"acks": "all"}
    if "enable_idempotence" in KafkaProducer.DEFAULT_CONFIG:  # from version 2.1 on
        options["enable_idempotence"] = True
    producer = KafkaProducer(bootstrap_servers=address, **options)
    sent = [
        producer.send(topic, key=str(i).encode(), value=f"{prefix}{i}".encode()) for i in range(int(count))
    ]
    for each in sent:
        each.get(timeout=20)
    producer.close()


def consume(address, topic, group, count):
    consumer = KafkaConsumer(
        topic,
        bootstrap_servers=address,
        group_id=group,
        auto_offset_reset="earliest",
        session_timeout_ms=6000,
        heartbeat_interval_ms=300,
        auto_commit_interval_ms=200,
    )
    left = int(count) or -1  # 0 is for ever
    for message in consumer:
        print(message.partition, message.value.decode(), flush=True)
        left -= 1
        if left == 0:
            break
    consumer.close()


if __name__ == "__main__":
    {"create": create, "delete": delete, "produce": produce, "consume": consume}[sys.argv[1]](*sys.argv[2:])
