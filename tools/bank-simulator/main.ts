import { parseArgs } from 'node:util'
import { recipeByCardTail } from './book.ts'
import { startSimulator } from './server.ts'

// `npm run simulator:bank -- --port 4010`: a local bank that implements docs/payout-channel-http.md in memory, for
// tests and trials.

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' }, quiet: { type: 'boolean', default: false } } })
const simulator = await startSimulator(Number(values.port))

// The first line is machine-readable, because a test waits for it.
process.stdout.write(`${JSON.stringify({ address: simulator.address })}\n`)
if (!values.quiet) {
  process.stdout.write(`\n模拟银行 simulated bank · API ${simulator.address}/v1\n\n`)
  for (const { merchantNo, payerAccount, algorithm, merchantKey, bankOpen } of simulator.merchants)
    process.stdout.write(
      `商户号 ${merchantNo} · 付款账号 ${payerAccount} · ${algorithm}\n我方签名密钥:\n${merchantKey.trim()}\n对方验签密钥:\n${bankOpen.trim()}\n\n`,
    )
  for (const [tail, recipe] of Object.entries(recipeByCardTail)) process.stdout.write(`卡号尾号 ${tail}: ${recipe}\n`)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void simulator.close().then(() => process.exit(0)))
