// kafkajs as a client of the tests: one command, one process. Messages that come are printed as `PARTITION VALUE`.
const { Kafka, logLevel } = require('kafkajs')

const [command, address, topic, ...rest] = process.argv.slice(2)
const kafka = new Kafka({ brokers: [address], logLevel: logLevel.ERROR })

async function administer(action) {
  const admin = kafka.admin()
  await admin.connect()
  await action(admin)
  await admin.disconnect()
}

async function produce(count, prefix) {
  const producer = kafka.producer({ idempotent: true })
  await producer.connect()
  const messages = Array.from({ length: count }, (_, i) => ({ key: `${i}`, value: `${prefix}${i}` }))
  await producer.send({ topic, messages })
  await producer.disconnect()
}

async function consume(group, count) {
  const consumer = kafka.consumer({
    groupId: group,
    sessionTimeout: 6000,
    heartbeatInterval: 300,
    maxWaitTimeInMs: 200,
  })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  let left = count || -1 // 0 is for ever
  await new Promise((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
    consumer
      .run({
        autoCommitInterval: 200,
        eachMessage: async ({ partition, message }) => {
          if (left === 0) return
          console.log(`${partition} ${message.value}`)
          left -= 1
          if (left === 0) resolve()
        },
      })
      .catch(reject)
  })
  await consumer.disconnect()
}

const commands = {
  create: () => administer(admin => admin.createTopics({ topics: [{ topic, numPartitions: Number(rest[0]) }] })),
  delete: () => administer(admin => admin.deleteTopics({ topics: [topic] })),
  produce: () => produce(Number(rest[0]), rest[1]),
  consume: () => consume(rest[0], Number(rest[1])),
}

commands[command]().catch(error => {
  console.error(error.message)
  process.exit(1)
})
