import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type UserType, userType } from '#/domain/base/codes.ts'
import { type Kernel, systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import type { RawRoutes } from '#/server/kernel/raw-routes.ts'
import { languageOf, say } from '#/server/kernel/say.ts'
import { stillSignedIn, tokenHash } from '#/server/kernel/session.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { asAccounts } from '#/server/lib/database/transaction.ts'
import { watermarked } from '#/server/lib/watermark.ts'

interface Link extends Row<'stored_file', 'id' | 'name' | 'media_type' | 'size_bytes' | 'purpose' | 'unit_id' | 'centre_id'>, Row<'file_link', 'session_id'> {
  user_id: Row<'app_user'>['id'] | null
  username: Row<'app_user'>['username'] | null
  user_name: Row<'app_user'>['name'] | null
  usertype: UserType | null
}

/** Returns a valid link; links from a session expire with it. */
async function findLink(kernel: Kernel, token: string): Promise<Link | undefined> {
  const result = await sql<Link>`select file.id, file.name, file.media_type, file.size_bytes, file.purpose, file.unit_id, file.centre_id, link.session_id,
      person.id as user_id, person.username, person.name as user_name, person.usertype
    from file_link link join stored_file file on file.id = link.file_id left join app_user person on person.id = link.user_id
    where link.token_hash = ${tokenHash(token)} and link.expires_at > ${kernel.clock.real()}`.execute(kernel.database.requests)
  const link = result.rows[0]
  if (!link || link.session_id === null) return link
  return (await stillSignedIn(kernel.database.requests, [link.session_id], kernel.clock.real())).has(link.session_id) ? link : undefined
}

/** Pictures of identity documents. */
const identityPurposes = /^(identity|application|face|card_.+)$/

/**
 * Returns the response body and its size. Pictures of identity documents carry the viewer's name and the time, so
 * that leaks can be traced.
 * Other files are streamed from the store, because archives can be gigabytes large.
 */
async function shown(kernel: Kernel, link: Link): Promise<{ body: Buffer | Readable; size: number }> {
  if (!identityPurposes.test(link.purpose) || !/^image\/(png|jpeg)$/.test(link.media_type))
    return { body: await kernel.store.stream(link.id), size: link.size_bytes }
  const moment = new Date(kernel.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  const text = [link.user_name, link.username, moment].filter(Boolean).join('  ')
  const body = Buffer.from(await watermarked(await kernel.store.read(link.id), text))
  return { body, size: body.byteLength }
}

async function note(kernel: Kernel, link: Link, from: { ip: string; agent: string; requestId: string }): Promise<void> {
  const who =
    link.user_id === null
      ? {}
      : { userId: link.user_id, username: link.username ?? '', name: link.user_name ?? '', usertype: link.usertype ?? userType.platform }
  const frame = { ...from, actor: { ...systemActor, ...who }, scope: systemScope, action: 'files.open', outcome: 'done', at: kernel.clock.now() }
  const { id, name, purpose, unit_id: unitId, centre_id: centreId } = link
  await asAccounts(kernel.database, (trx) =>
    writeTrail(trx, frame, [{ refType: 'file', refId: id, unitId, centreId, detail: { name, purpose } }], kernel.acknowledged),
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
      const message = say(kernelRefusals.fileNotFound, languageOf(headers['accept-language']))
      return reply.code(404).send({ code: 0, error: 'file_not_found', message, requestId: request.id })
    }
    const { body, size } = await shown(kernel, link)
    await note(kernel, link, { ip, agent: headers['user-agent'] ?? '', requestId: request.id || randomUUID() }).catch((error: unknown) => {
      if (body instanceof Readable) body.destroy()
      throw error
    })
    const inline = link.media_type === 'application/pdf' || /^image\/(png|jpeg)$/.test(link.media_type)
    return reply
      .header('content-type', link.media_type)
      .header('content-length', size)
      .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(link.name)}`)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox")
      .send(body)
  })
}
