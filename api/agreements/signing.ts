import { z } from 'zod'
import { type Module, Moment, upload } from '#/api/operation.ts'
import { consentKinds, contractKinds } from '#/domain/agreements/contract.ts'

const Ticket = z.string().min(20).max(100)
const Pass = z.string().min(20).max(100)
const DocumentToSign = z.object({ no: z.string(), name: z.string(), kind: z.enum(contractKinds), parties: z.array(z.object({ party: z.string(), name: z.string() })) })
const credentials = { ticket: Ticket, pass: Pass }

/**
 * The public sign page. It requires a ticket, the last digits of the signer's number unless the signer is known, and a
 * code sent to the signer's phone or a face check.
 */
export const signing = {
  look: {
    access: 'public',
    kind: 'read',
    secret: ['ticket'],
    input: z.object({ ticket: Ticket }),
    output: z.object({
      state: z.enum(['good', 'dead', 'done', 'expired', 'revoked', 'refused', 'notYet']),
      /** The masked name; empty for an invalid ticket. */
      signer: z.string(),
      name: z.string(),
      /** The kind of number whose last four digits the signer must enter; null when none is required. */
      asks: z.enum(['idNumber', 'creditCode', 'mobile']).nullable(),
      deadline: Moment.nullable(),
      isSandbox: z.boolean(),
    }),
  },
  open: {
    access: 'public',
    kind: 'write',
    log: { zh: '打开签署链接', en: 'Open a signing link', es: 'Abrir un enlace de firma', ja: '署名リンクを開く' },
    limit: 'login',
    secret: ['ticket', 'tail', 'pass'],
    input: z.object({ ticket: Ticket, tail: z.string().trim().max(4) }),
    output: z.object({ pass: z.string() }),
  },
  facts: {
    access: 'public',
    kind: 'read',
    secret: ['ticket', 'pass'],
    input: z.object(credentials),
    output: DocumentToSign.extend({
      signer: z.string(),
      mobile: z.string(),
      consents: z.array(z.enum(consentKinds)),
      /** Characters of the document that no installed font can print; empty when all can be printed. */
      unprintable: z.string(),
      deadline: Moment,
      sha256: z.string(),
      isRead: z.boolean(),
      isProved: z.boolean(),
      /** Whether the unit or centre requires a hand-drawn signature. */
      isByHand: z.boolean(),
      /** Whether face verification is offered as an equal alternative to the code. */
      offersFace: z.boolean(),
      /** The consent that the signer must give before the first picture; null once given in this edition. */
      faceConsent: z.object({ version: z.string(), text: z.string() }).nullable(),
      /** Remaining attempts of face verification with this link. A code can always be used instead. */
      facesLeft: z.int(),
      /** Whether a sandbox compares the faces. The page shows this. */
      isFaceSandbox: z.boolean(),
      /** Whether the signer has a consent to face verification, or stored pictures, to withdraw. */
      mayWithdrawFace: z.boolean(),
    }),
  },
  /** Returns a link to the document that is valid for five minutes. */
  document: { access: 'public', kind: 'write', log: { zh: '查看待签文件', en: 'View the document to sign', es: 'Ver el documento a firmar', ja: '署名文書の表示' }, secret: ['ticket', 'pass', 'url'], input: z.object(credentials), output: z.object({ url: z.string(), sha256: z.string() }) },
  /** Records that the signer has read this version of the file to the end. */
  read: { access: 'public', kind: 'write', log: { zh: '阅读待签文件', en: 'Read the document to the end', es: 'Leer el documento', ja: '署名文書の閲読' }, secret: ['ticket', 'pass'], input: z.object({ ...credentials, sha256: z.string().length(64), pages: z.int().min(1).max(500) }), output: z.object({}) },
  code: {
    access: 'public',
    kind: 'write',
    log: { zh: '获取签署验证码', en: 'Request a signing code', es: 'Pedir código de firma', ja: '署名コードの取得' },
    limit: 'login',
    secret: ['ticket', 'pass'],
    input: z.object(credentials),
    output: z.object({ mobile: z.string(), resendSeconds: z.int(), validSeconds: z.int() }),
  },
  confirm: { access: 'public', kind: 'write', log: { zh: '签署意愿验证', en: 'Confirm by code', es: 'Confirmar con código', ja: 'コードによる確認' }, limit: 'login', secret: ['ticket', 'pass', 'code'], input: z.object({ ...credentials, code: z.string().regex(/^\d{6}$/) }), output: z.object({}) },
  /** Records the separate consent to face verification, with the wording that the signer saw. */
  agreeFace: { access: 'public', kind: 'write', log: { zh: '同意人脸识别', en: 'Consent to face verification', es: 'Consentir la verificación facial', ja: '顔認証への同意' }, secret: ['ticket', 'pass'], input: z.object({ ...credentials, version: z.string().max(20) }), output: z.object({}) },
  /**
   * Withdraws the signer's consents to face verification. This is possible after signing too. A job deletes the
   * pictures.
   */
  withdrawFace: { access: 'public', kind: 'write', log: { zh: '撤回人脸识别同意', en: 'Withdraw consent to face verification', es: 'Retirar el consentimiento facial', ja: '顔認証の同意の撤回' }, secret: ['ticket', 'pass'], input: z.object(credentials), output: z.object({}) },
  /**
   * Verifies the signer by face instead of a code. The picture is compared with the face registered for the ID number.
   */
  face: { access: 'public', kind: 'write', log: { zh: '签署人脸核验', en: 'Verify face for signing', es: 'Verificación facial para firmar', ja: '署名時の顔認証' }, limit: 'upload', secret: ['ticket', 'pass', 'picture'], input: z.object({ ...credentials, picture: upload() }), output: z.object({}) },
  sign: {
    access: 'public',
    kind: 'write',
    log: { zh: '签署', en: 'Sign', es: 'Firmar', ja: '署名' },
    limit: 'upload',
    secret: ['ticket', 'pass'],
    input: z.object({ ...credentials, sha256: z.string().length(64), way: z.enum(['drawn', 'typed']), consents: z.array(z.enum(consentKinds)).max(3), image: upload() }),
    output: z.object({}),
  },
  refuse: { access: 'public', kind: 'write', log: { zh: '拒签', en: 'Refuse to sign', es: 'Rechazar la firma', ja: '署名の拒否' }, secret: ['ticket', 'pass'], input: z.object({ ...credentials, reason: z.string().trim().min(2).max(200) }), output: z.object({}) },
  /** Returns the progress after signing. The ticket allows this for an hour. */
  state: {
    access: 'public',
    kind: 'read',
    secret: ['ticket', 'pass'],
    input: z.object(credentials),
    output: z.object({ state: z.enum(['waiting', 'done', 'refused', 'over']), sha256: z.string().nullable(), hasNext: z.boolean(), mayWithdrawFace: z.boolean() }),
  },
  /** Returns the signed document to its signer. */
  signed: { access: 'public', kind: 'write', log: { zh: '下载已签文件', en: 'Download the signed document', es: 'Descargar el documento firmado', ja: '署名済み文書の取得' }, secret: ['ticket', 'pass', 'url'], input: z.object(credentials), output: z.object({ url: z.string() }) },
  /** Opens the next document of a signer who is already verified. */
  next: { access: 'public', kind: 'write', log: { zh: '继续签署下一份', en: 'Continue to the next document', es: 'Pasar al siguiente documento', ja: '次の文書へ' }, secret: ['ticket', 'pass'], input: z.object(credentials), output: z.object({ ticket: z.string() }) },
  /** Demo mode only: returns the messages that the sandbox would have sent for this ticket. */
  sandbox: {
    access: 'public',
    kind: 'read',
    secret: ['ticket', 'pass'],
    input: z.object(credentials),
    output: z.object({ messages: z.array(z.object({ id: z.int(), way: z.string(), to: z.string(), subject: z.string(), text: z.string() })) }),
  },
} as const satisfies Module
