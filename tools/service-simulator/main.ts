import { startSimulator } from '#/tools/service-simulator/simulator.ts'

// `npm run simulator:services`: simulated services for text messages, identity, face and company register, for trials.
// PORT, SIMULATOR_APP, SIMULATOR_SECRET and SIMULATOR_REPORT_URL configure them. The server needs
// OUTBOUND_INTERNAL=127.0.0.1 to call them.

const { PORT = '3391', SIMULATOR_APP = 'simulator', SIMULATOR_SECRET = 'simulator-secret-0001', SIMULATOR_REPORT_URL } = process.env
const simulator = await startSimulator({
  port: Number(PORT),
  app: SIMULATOR_APP,
  secret: SIMULATOR_SECRET,
  ...(SIMULATOR_REPORT_URL && { reportUrl: SIMULATOR_REPORT_URL }),
})
process.stdout.write(`services simulated at ${simulator.address} (app ${SIMULATOR_APP})\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close().then(() => process.exit(0)))
