import { randomUUID } from 'node:crypto'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'

// A server that imports and pays in a loop and prints each acknowledged step. `kill.test.ts` kills it at random times.

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const running = await startApp(readSettings(process.env), silent, { demoSize: 'small', pollSeconds: 0.5 })
const payees = demoPeople().ordinary.filter((person) => person.entity === null)
const tokens = new Map<string, string>()

async function call(who: string, name: string, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const [module = '', operation = ''] = name.split('.')
  const raw = new Map(Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]))
  const { body } = await handleCall(running.kernel, {
    module,
    name: operation,
    read: formOfInput(raw),
    token: tokens.get(who),
    centre: '2',
    mode: '2',
    key: randomUUID(),
    language: 'zh',
    ip: '127.0.0.1',
    agent: 'kill',
    requestId: randomUUID(),
  })
  if (body.code !== 1) throw new Error(`${name}: ${body.message}`)
  return (body.data ?? body) as Record<string, unknown>
}

for (const who of ['maker', 'checker', 'auditor', 'payer'])
  tokens.set(who, String((await call(who, 'auth.login', { username: who, password: demoPassword })).token))
process.stdout.write('ready\n')
for (let round = 0; ; round++) {
  let batch = await call('maker', 'payments.create', { orderId: 12 })
  const rows = payees
    .map((person) => ({ ...person, amountText: `${10 + round}.00` }))
    .map(({ name, idNumber, mobile, bankName, cardNo, amountText }) => ({ name, idNumber, mobile, bankName, cardNo, amountText }))
  await call('maker', 'lines.add', { batchId: batch.id, rows })
  process.stdout.write(`imported ${batch.id} ${rows.length}\n`)
  const target = async () => {
    batch = await call('maker', 'payments.get', { id: batch.id })
    return { id: batch.id, version: batch.version }
  }
  await call('maker', 'payments.submit', { ...(await target()), acknowledgement: '已逐条核对' })
  await call('checker', 'payments.check', { ...(await target()), approve: true })
  await call('auditor', 'payments.audit', {
    ...(await target()),
    approve: true,
    checklist: { contract: true, evidence: true, unique: true, people: true, amounts: true },
  })
  await call('payer', 'payments.pay', {
    ...(await target()),
    lineCount: batch.lineCount,
    net: batch.net,
    tax: batch.tax,
    fee: batch.fee,
    cost: batch.cost,
    paymentPassword: demoPaymentPassword,
  })
  process.stdout.write(`paid ${batch.id}\n`)
}
