import { startSimulator } from '#/tools/einvoice-simulator/simulator.ts'

// `npm run simulator:einvoice`: a simulated e-invoice platform of the tax office, for trials. PORT, SIMULATOR_APP,
// SIMULATOR_SECRET and SIMULATOR_QUOTA (yuan a month, without tax) configure it. The server needs
// OUTBOUND_INTERNAL=127.0.0.1 to call it.

const { PORT = '3392', SIMULATOR_APP = 'simulator', SIMULATOR_SECRET = 'simulator-secret-0001', SIMULATOR_QUOTA = '5000000' } = process.env
const simulator = await startSimulator({ port: Number(PORT), app: SIMULATOR_APP, secret: SIMULATOR_SECRET, quota: Number(SIMULATOR_QUOTA) * 100 })
process.stdout.write(`e-invoices simulated at ${simulator.address} (access ${SIMULATOR_APP})\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close().then(() => process.exit(0)))
