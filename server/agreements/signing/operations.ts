import type { z } from 'zod'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { maskMobile, maskName } from '#/domain/identity.ts'
import { issueTicket, type SignerContact } from '#/server/agreements/contracts/public.ts'
import { recordRefusal, recordSignature } from '#/server/agreements/signing/deciding.ts'
import { face } from '#/server/agreements/signing/face.ts'
import { codeJob } from '#/server/agreements/signing/jobs.ts'
import {
  contact,
  countTry,
  expectBelow,
  faceTries,
  holder,
  isProved,
  limits,
  noteOn,
  recentSigner,
  refuseKept,
  signer,
  stateOf,
  tailOf,
  tailTries,
  wayOf,
} from '#/server/agreements/signing/standing.ts'
import * as store from '#/server/agreements/signing/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation, WithoutFiles } from '#/server/kernel/implementation.ts'
import { fitsPassword } from '#/server/kernel/passwords.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { newToken, tokenHash } from '#/server/kernel/session.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import { networkOf } from '#/server/lib/network.ts'
import { isVerifierSandbox } from '#/server/people/identity/public.ts'
import { sandboxMessages } from '#/server/services/messages/public.ts'

const minuteMs = 60_000
const linkMs = 5 * minuteMs
const codeMs = 10 * minuteMs
const resendMs = minuteMs
const codeTries = 5

type Parties = z.output<Modules['signing']['facts']['output']>['parties']
type Kind = z.output<Modules['signing']['facts']['output']>['kind']

async function linkTo(ctx: Context, fileId: string): Promise<string> {
  const token = newToken()
  await store.addLink(ctx.db, { file_id: fileId, token_hash: tokenHash(token), expires_at: new Date(ctx.real.getTime() + linkMs) })
  return `/files/${token}`
}

/** Before who opens the link has proved to be the signer, a person's name is masked: an operator's, and that of a partner who is one. */
function shownName(standing: store.Standing, { id_number }: SignerContact): string {
  return standing.signer_type === 'operator' || id_number !== null ? maskName(standing.signer_name) : standing.signer_name
}

const noFace = { face_file_id: null, face_sha256: null, face_likeness: null }

type Signing = WithoutFiles<z.output<Modules['signing']['sign']['input']>>

/** The signer, when everything is there that a signature needs besides the hand. */
async function readyToSign(ctx: Context, { sha256, way, consents, ...inside }: Signing): Promise<store.Standing> {
  const standing = await signer(ctx, inside, true)
  if (standing.read_at === null) refuse(signingRefusals, 'notRead')
  const wanted = await wayOf(ctx, standing)
  if (!isProved(ctx, standing, wanted)) refuse(signingRefusals, wanted === 'face' ? 'notShown' : 'notProved')
  if (sha256 !== standing.sha256) refuse(signingRefusals, 'otherFile')
  if (standing.signer_type === 'operator' && standing.consents.some((kind) => !consents.includes(kind))) refuse(signingRefusals, 'noConsent')
  if (way !== 'drawn' && wanted === 'handwriting') refuse(signingRefusals, 'byHand')
  return standing
}

export const signing: Implementation<Modules['signing']> = {
  async look(ctx, { ticket }) {
    const standing = await store.standingOf(ctx.db, tokenHash(ticket), false)
    const state = stateOf(ctx, standing)
    if (!standing || state === 'dead') return { state, signer: '', name: '', asks: null, deadline: null, isSandbox: ctx.isDemo }
    const reached = await contact(ctx, standing)
    const asks = standing.is_known ? null : (tailOf(reached)?.of ?? null)
    return {
      state,
      signer: shownName(standing, reached),
      name: standing.name,
      asks,
      deadline: standing.sign_deadline?.toISOString() ?? null,
      isSandbox: ctx.isDemo,
    }
  },

  async open(ctx, { ticket, tail }) {
    const hash = tokenHash(ticket)
    const standing = await store.standingOf(ctx.db, hash, true)
    if (!standing || stateOf(ctx, standing) !== 'good') refuse(signingRefusals, 'ticketDead')
    const task = `tail:${standing.task_id}`
    const address = `tail-of:${networkOf(ctx.ip)}`
    await expectBelow(ctx, task, limits.tailOfTask)
    await expectBelow(ctx, address, limits.tailOfAddress)
    const wanted = standing.is_known ? null : tailOf(await contact(ctx, standing))
    if (!standing.is_known && wanted?.digits !== tail.toUpperCase()) {
      await countTry(ctx, task, limits.tailOfTask)
      await countTry(ctx, address, limits.tailOfAddress)
      await store.setTicket(ctx.db, hash, { tail_tries: standing.tail_tries + 1 })
      noteOn(ctx, standing, { failed: 'tail' })
      const left = tailTries - standing.tail_tries - 1
      if (left <= 0) refuseKept('ticketDead')
      refuseKept('wrongTail', { left })
    }
    const pass = newToken()
    // Another browser opens it: what was read and confirmed in the one before counts no more.
    await store.setTicket(ctx.db, hash, { pass_hash: Buffer.from(tokenHash(pass)), proved_at: null, code_hash: null, ...noFace })
    noteOn(ctx, standing, { opened: true })
    return { pass }
  },

  async facts(ctx, inside) {
    const standing = await signer(ctx, inside, false)
    const { mobile } = await contact(ctx, standing)
    const { kind, parties } = await store.partiesOf(ctx.db, standing.contract_id)
    const way = await wayOf(ctx, standing)
    return {
      no: standing.no,
      name: standing.name,
      kind: kind as Kind,
      parties: (parties as unknown as Parties).map(({ party, name }) => ({ party, name })),
      signer: standing.signer_name,
      mobile: mobile === null ? '' : maskMobile(mobile),
      consents: standing.consents,
      deadline: (standing.sign_deadline ?? ctx.now).toISOString(),
      sha256: standing.sha256 ?? '',
      isRead: standing.read_at !== null,
      isProved: isProved(ctx, standing, way),
      isByHand: way === 'handwriting',
      isByFace: way === 'face',
      facesLeft: Math.max(0, faceTries - standing.face_tries),
      isFaceSandbox: isVerifierSandbox,
    }
  },

  async document(ctx, inside) {
    const standing = await signer(ctx, inside, false)
    if (standing.file_id === null) refuse(signingRefusals, 'ticketDead')
    noteOn(ctx, standing, { shown: standing.sha256 })
    return { url: await linkTo(ctx, standing.file_id), sha256: standing.sha256 ?? '' }
  },

  async read(ctx, { sha256, pages, ...inside }) {
    const standing = await signer(ctx, inside, true)
    if (sha256 !== standing.sha256) refuse(signingRefusals, 'otherFile')
    await store.setTicket(ctx.db, standing.token_hash, { read_at: ctx.real })
    noteOn(ctx, standing, { read: sha256, pages })
    return {}
  },

  async code(ctx, inside) {
    const standing = await signer(ctx, inside, true)
    if (standing.read_at === null) refuse(signingRefusals, 'notRead')
    if ((await wayOf(ctx, standing)) === 'face') refuse(signingRefusals, 'byFace')
    if (!ctx.site.ways.sms) refuse(signingRefusals, 'noSms')
    const { mobile } = await contact(ctx, standing)
    if (!mobile) refuse(signingRefusals, 'noMobile')
    const wait = standing.code_sent_at === null ? 0 : standing.code_sent_at.getTime() + resendMs - ctx.real.getTime()
    if (wait > 0) refuse(signingRefusals, 'tooSoon', { seconds: Math.ceil(wait / 1000) })
    const [task, address] = [`code:${standing.task_id}`, `code-of:${networkOf(ctx.ip)}`]
    await expectBelow(ctx, task, limits.codesOfTask)
    await expectBelow(ctx, address, limits.codesOfAddress)
    await countTry(ctx, task, limits.codesOfTask)
    await countTry(ctx, address, limits.codesOfAddress)
    const ref = ctx.newId()
    const ends = new Date(ctx.real.getTime() + codeMs)
    await store.setTicket(ctx.db, standing.token_hash, {
      code_ref: ref,
      code_hash: null,
      code_tries: 0,
      code_expires_at: ends,
      code_sent_at: ctx.real,
      codes: standing.codes + 1,
    })
    await ctx.enqueue(codeJob, { ticket: standing.token_hash.toString('hex'), ref, language: ctx.language })
    noteOn(ctx, standing, { codeRef: ref })
    return { mobile: maskMobile(mobile), resendSeconds: resendMs / 1000, validSeconds: codeMs / 1000 }
  },

  async confirm(ctx, { code, ...inside }) {
    const standing = await signer(ctx, inside, true)
    if ((await wayOf(ctx, standing)) === 'face') refuse(signingRefusals, 'byFace')
    const [task, address] = [`wrong:${standing.task_id}`, `wrong-of:${networkOf(ctx.ip)}`]
    await expectBelow(ctx, task, limits.wrongOfTask)
    await expectBelow(ctx, address, limits.wrongOfAddress)
    const isOpen = standing.code_hash !== null && standing.code_expires_at !== null && standing.code_expires_at > ctx.real && standing.code_tries < codeTries
    const fits = await fitsPassword(ctx, isOpen ? standing.code_hash : null, code)
    if (!isOpen || !fits) {
      await countTry(ctx, task, limits.wrongOfTask)
      await countTry(ctx, address, limits.wrongOfAddress)
      noteOn(ctx, standing, { failed: 'code' })
      const tries = standing.code_tries + 1
      await store.setTicket(ctx.db, standing.token_hash, { code_tries: tries, ...(tries >= codeTries && { code_hash: null }) })
      if (!isOpen || tries >= codeTries) refuseKept('codeDead')
      refuseKept('wrongCode', { left: codeTries - tries })
    }
    // A code is good once.
    await store.setTicket(ctx.db, standing.token_hash, { proved_at: ctx.real, code_hash: null, ...noFace })
    noteOn(ctx, standing, { proved: standing.code_ref })
    return {}
  },

  face,

  sign: {
    async admit(ctx, input) {
      await readyToSign(ctx, input)
    },
    prepare: async (input) => async (ctx) => {
      await recordSignature(ctx, await readyToSign(ctx, input), input)
      return {}
    },
  },

  async refuse(ctx, { reason, ...inside }) {
    const standing = await signer(ctx, inside, true)
    await recordRefusal(ctx, standing, reason)
    return {}
  },

  async state(ctx, inside) {
    const standing = await recentSigner(ctx, inside)
    const hasNext = (await store.nextTask(ctx.db, standing, ctx.now)) !== null
    const { sign_state, task_state } = standing
    const state = task_state === 'refused' ? 'refused' : sign_state === 'done' ? 'done' : sign_state === 'signing' ? 'waiting' : 'over'
    return { state, sha256: sign_state === 'done' ? standing.sha256 : null, hasNext }
  },

  async signed(ctx, inside) {
    const standing = await recentSigner(ctx, inside)
    if (standing.sign_state !== 'done' || standing.file_id === null) refuse(signingRefusals, 'notReady')
    noteOn(ctx, standing, { downloaded: standing.sha256 })
    return { url: await linkTo(ctx, standing.file_id) }
  },

  async next(ctx, inside) {
    const standing = await recentSigner(ctx, inside)
    const task = await store.nextTask(ctx.db, standing, ctx.now)
    if (task === null || standing.task_state !== 'signed') refuse(signingRefusals, 'noNext')
    noteOn(ctx, standing, { next: task })
    return { ticket: await issueTicket(ctx, task, true) }
  },

  async sandbox(ctx, inside) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const standing = await holder(ctx, inside, false)
    const rows = (await sandboxMessages(ctx.db, `sign-code:${standing.task_id}`)).filter((row) => row.way === 'sms')
    return { messages: rows.map(({ id, way, recipient, subject, body }) => ({ id, way, to: recipient, subject, text: body })) }
  },
}
