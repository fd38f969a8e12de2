import { readFileSync } from 'node:fs'
import pino from 'pino'
import { startApp } from '#/server/app/start.ts'
import type { DemoCompany } from '#/server/kernel/installation/demo-company.ts'
import { shipLog } from '#/server/kernel/installation/log-shipping.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { readerPool } from '#/server/lib/spreadsheet/thread.ts'

function banner(address: string, demo: DemoCompany | null, engine: string): string {
  const lines = ['', `  云创客平台  ${address}`, '']
  if (engine === 'embedded') lines.push('  内嵌数据库：单机单进程，数据已落盘。  Embedded database: one machine, one process, durable.')
  if (demo) {
    lines.push(
      '  演示模式：沙箱通道，非真实资金。  Demo mode: sandbox channel, no real money.',
      `  登录密码 password ${demo.password} · 支付密码 payment password ${demo.paymentPassword}`,
      '',
    )
    for (const { username, role } of demo.accounts) lines.push(`    ${username.padEnd(10)} ${role.zh} · ${role.en}`)
  }
  return `${lines.join('\n')}\n\n`
}

/** Milliseconds that a stopping server waits for the log collector. */
const logFlushMs = 2000

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const destination = pino.destination({
    dest: process.stderr.isTTY || settings.mode === 'demo' ? `${settings.dataDir}/server.log` : 1,
    mkdir: true,
    sync: true,
  })
  const { logCollector: collector, logLevel: level } = settings
  const logShipper = collector && shipLog({ ...collector, authorities: collector.authorityFile && readFileSync(collector.authorityFile, 'utf8') })
  const log = pino({ level }, logShipper ? pino.multistream([destination, logShipper].map((stream) => ({ stream, level: 'trace' }))) : destination)
  const running = await startApp(settings, { info: (f, m) => log.info(f, m), warn: (f, m) => log.warn(f, m), error: (f, m) => log.error(f, m) })
  const address = await running.server.listen({ host: settings.host, port: settings.port })
  readerPool.startThread()
  const { database, smtp } = settings.withoutTls
  if (settings.mode === 'production' && (database ?? smtp) !== null) log.warn({ database, smtp }, 'connections without TLS, for these reasons')
  process.stdout.write(banner(address, running.kernel.demo, running.kernel.database.engine))
  const shutDown = async (signal: string) => {
    log.info({ signal }, 'stopping')
    await running.stop()
    await logShipper?.close(logFlushMs)
    process.exit(0)
  }
  process.once('SIGTERM', () => void shutDown('SIGTERM'))
  process.once('SIGINT', () => void shutDown('SIGINT'))
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
  process.exit(1)
})
