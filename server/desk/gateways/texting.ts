import { setTimeout as sleep } from 'node:timers/promises'
import { canMoveSms } from '#/domain/services/text-message.ts'
import { DeliveryReport, type SmsResponse } from '#/server/desk/gateways/adapter-sms.ts'
import { adapterOf } from '#/server/desk/gateways/adapters.ts'
import type { GatewayConnection, GatewayRuntime } from '#/server/desk/gateways/opening.ts'
import { startOfDay } from '#/server/desk/gateways/requests.ts'
import * as store from '#/server/desk/gateways/store.ts'
import * as work from '#/server/desk/gateways/store-work.ts'
import type { TextMessage } from '#/server/kernel/external/courier.ts'
import type { Gateways } from '#/server/kernel/external/gateways.ts'
import { faultMessage, noticeProblem } from '#/server/kernel/external/signed-call.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

/**
 * Maximum attempts to send one message, over all runs of its job. Each run tries several times, because the next run
 * would create another code.
 */
const maxTries = 9
const retryDelaysMs = [300, 1500]

/**
 * Sends a message, with the same number each time, until the gateway answers. Returns null when no attempt is answered.
 */
async function sendUntilAnswered(
  runtime: GatewayRuntime,
  gateway: GatewayConnection,
  row: work.TextMessageRow,
  { to, kind, params, text }: TextMessage,
): Promise<SmsResponse | null> {
  const templates = await runtime.write((db) => store.templates(db))
  const template = templates.get(kind) ?? (kind.startsWith('notice.') ? templates.get('notice') : undefined) ?? ''
  const price = Number(gateway.settings.price)
  for (let tries = row.tries; ; tries++) {
    const answer = await adapterOf('sms', gateway.kind)
      .send(gateway.call, gateway.settings, { id: row.message_no, to, template, params, text })
      .catch((error: unknown) => {
        runtime.log.warn({ service: 'sms', fault: faultMessage(error) }, 'the gateway did not confirm a message')
        return null
      })
    const at = runtime.now()
    if (answer?.isTaken) await runtime.write((db) => work.storeSendResult(db, row.id, { state: 'sent', reason: '', ref: answer.ref, cost: price, at }))
    else if (answer)
      await runtime.write((db) => work.storeSendResult(db, row.id, { state: 'failed', reason: answer.reason || 'refused', ref: '', cost: 0, at }))
    else {
      const isOver = tries + 1 >= maxTries
      await runtime.write((db) => work.storeSendResult(db, row.id, { state: isOver ? 'failed' : 'queued', reason: 'noAnswer', ref: '', cost: 0, at }))
      const retryDelayMs = retryDelaysMs[tries - row.tries]
      if (!isOver && retryDelayMs !== undefined) {
        await sleep(retryDelayMs)
        continue
      }
    }
    return answer
  }
}

/** Sends text messages through the gateway and handles its delivery reports. */
export function createTextMessages(runtime: GatewayRuntime, real: () => Date): Pick<Gateways, 'text' | 'report'> {
  return {
    async text(message) {
      refuseInTransaction('a text message')
      const gateway = runtime.connectionOf('sms')
      if (!gateway) throw new Error('no text messages are set up')
      const { to, kind, about, text } = message
      const at = runtime.now()
      const index = runtime.vault.index('mobile', to)
      const newMessage = {
        kind,
        about,
        sealed: runtime.vault.seal('mobile', to),
        index,
        digest: runtime.vault.index('message', `${to}\0${about}\0${text}`),
        provider: gateway.kind,
      }
      const limits = { dayStart: startOfDay(at), number: Number(gateway.settings.numberDay), platform: Number(gateway.settings.platformDay) }
      const row = await runtime.write((db) => work.findOrAddTextMessage(db, newMessage, at, limits))
      if (row.state !== 'queued') return
      const answer = await sendUntilAnswered(runtime, gateway, row, message)
      if (answer === null) throw new Error('the gateway did not confirm the message')
    },

    async report(notice) {
      const gateway = runtime.connectionOf('sms')
      if (!gateway) return { status: 404, body: { error: 'notSetUp' } }
      const problem = noticeProblem(notice, gateway.settings.secret ?? '', gateway.settings.app ?? '', real())
      if (problem !== null) {
        runtime.log.warn({ problem }, 'a delivery report was refused')
        return { status: 401, body: { error: problem } }
      }
      const parsedReport = DeliveryReport.safeParse(parseJson(notice.body))
      if (!parsedReport.success) return { status: 400, body: { error: 'form' } }
      const { id, status, reason } = parsedReport.data
      return runtime.write(async (db) => {
        const row = await work.lockTextMessage(db, id)
        if (!row) {
          runtime.log.warn({}, 'a delivery report is of no message of ours')
          return { status: 404, body: { error: 'unknownMessage' } }
        }
        const isStateChanged = canMoveSms(row.state, status)
        if (isStateChanged) await work.setReportedTextState(db, row.id, status, reason, runtime.now())
        return { status: 200, body: { ok: true, isRepeated: !isStateChanged } }
      })
    },
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
