import type { Kernel } from '#/server/kernel/kernel.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { scanForViruses } from '#/server/lib/clamd.ts'

/** A scan of the largest upload takes one or two seconds. */
const scanTimeoutMs = 20_000

/**
 * Refuses an uploaded file in which the configured scanner finds a virus. While the scanner is down, the log shows an
 * error, and the settings decide whether uploads are refused or accepted.
 */
export async function expectNoVirus({ settings, log }: Pick<Kernel, 'settings' | 'log'>, bytes: Uint8Array): Promise<void> {
  if (settings.scanner === null || bytes.length === 0) return
  const { address, isRequired } = settings.scanner
  const result = await scanForViruses(address, bytes, scanTimeoutMs)
  if (result.is === 'infected') {
    log.warn({ virus: result.virus }, 'an upload was infected')
    throw new Refusal('infected', kernelRefusals.infected, { virus: result.virus })
  }
  if (result.is === 'clean') return
  log.error({ why: result.why, isRequired }, 'the virus scanner did not answer')
  if (isRequired) throw new Refusal('scanner_down', kernelRefusals.scannerDown)
}
