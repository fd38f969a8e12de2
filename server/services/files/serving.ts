import { Readable } from 'node:stream'
import { userType } from '#/domain/base/codes.ts'
import { type Kernel, systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import type { RawRoutes } from '#/server/kernel/request/raw-routes.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { languageOf, translate } from '#/server/kernel/request/translate.ts'
import { asAccounts } from '#/server/lib/database/transaction.ts'
import { addWatermark } from '#/server/lib/watermark.ts'
import { type FileLink, findLink } from '#/server/services/files/store.ts'

/** Pictures of identity documents. */
const identityPurposes = /^(identity|application|face|card_.+)$/

/**
 * Returns the response body and its size. Pictures of identity documents carry the viewer's name and the time, so
 * that leaks can be traced. Other files are streamed from the store, because archives can be gigabytes large.
 */
async function fileBody(kernel: Kernel, link: FileLink): Promise<{ body: Buffer | Readable; size: number }> {
  if (!identityPurposes.test(link.purpose) || !/^image\/(png|jpeg)$/.test(link.media_type))
    return { body: await kernel.store.stream(link.id), size: link.size_bytes }
  const shanghaiTime = new Date(kernel.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  const text = [link.user_name, link.username, shanghaiTime].filter(Boolean).join('  ')
  const body = Buffer.from(await addWatermark(await kernel.store.read(link.id), text))
  return { body, size: body.byteLength }
}

async function noteAccess(kernel: Kernel, link: FileLink, from: { ip: string; agent: string; requestId: string }): Promise<void> {
  const linkOwner =
    link.user_id === null
      ? {}
      : { userId: link.user_id, username: link.username ?? '', name: link.user_name ?? '', usertype: link.usertype ?? userType.platform }
  const trailFrame = { ...from, actor: { ...systemActor, ...linkOwner }, scope: systemScope, action: 'files.open', outcome: 'done', at: kernel.clock.now() }
  const { id, name, purpose, unit_id: unitId, centre_id: centreId } = link
  await asAccounts(kernel.database, (trx) =>
    writeTrail(trx, trailFrame, [{ refType: 'file', refId: id, unitId, centreId, detail: { name, purpose } }], kernel.commitRecord),
  )
}

/**
 * Serves one file per link for five minutes, at most as long as the session that created it.
 * The token is the only credential, because browser downloads send no headers. Each access enters the trail under the
 * link's user.
 */
export const fileLinks: RawRoutes = async (server, kernel) => {
  server.get<{ Params: { token: string } }>('/files/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const { ip, headers } = request
    const link = await findLink(kernel, request.params.token)
    if (!link) {
      const message = translate(kernelRefusals.fileNotFound, languageOf(headers['accept-language']))
      return reply.code(404).send({ code: 0, error: 'file_not_found', message, requestId: request.id })
    }
    const { body, size } = await fileBody(kernel, link)
    await noteAccess(kernel, link, { ip, agent: headers['user-agent'] ?? '', requestId: request.id }).catch((error: unknown) => {
      if (body instanceof Readable) body.destroy()
      throw error
    })
    const isInline = link.media_type === 'application/pdf' || /^image\/(png|jpeg)$/.test(link.media_type)
    return reply
      .header('content-type', link.media_type)
      .header('content-length', size)
      .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(link.name)}`)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox")
      .send(body)
  })
}
