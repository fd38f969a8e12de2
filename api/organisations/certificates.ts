import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { Id, type Module, Moment, upload } from '#/api/operation.ts'

const Certificate = z.object({
  id: Id,
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  fingerprint: z.string(),
  from: Moment,
  to: Moment,
  state: z.enum(['waiting', 'current', 'replaced', 'withdrawn']),
  standing: z.enum(['early', 'current', 'ending', 'expired']),
  pictureFileId: z.uuid().nullable(),
  addedBy: z.string(),
  addedAt: Moment,
  endedBy: z.string().nullable(),
  endedAt: Moment.nullable(),
  endReason: z.string(),
})

const Place = z.object({
  /** The origin of the certificate: uploaded, from the server's settings, made by the demo, or none. */
  source: z.enum(['own', 'settings', 'selfMade', 'none']),
  rows: z.array(Certificate),
  /** The number of contracts with all hand signatures that await a certificate. */
  waiting: z.int(),
  /** Uploads that another person has to approve. */
  changes: z.array(ProposedChange),
  /** The reason why the caller may not change the certificate; empty when the caller may. */
  why: z.string(),
})

/** Without a centre, the operation concerns the certificate of the platform. */
const place = { centreId: Id.optional() }

/** Certificates that seal contracts (签章证书): one for each centre and one for the platform. */
export const certificates = {
  list: { access: 'userMsList', kind: 'read', input: z.object(place), output: Place },
  /**
   * Uploads a PKCS #12 file with its password. Once another person approves it, it replaces the certificate in use, and
   * pending contracts are sealed.
   */
  add: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '上传签章证书', en: 'Upload a sealing certificate', es: 'Subir un certificado de sello', ja: '署名証明書のアップロード' },
    done: { zh: '已上传，另一人复核通过后启用', en: 'Uploaded. It becomes active once another person approves it.', es: 'Subido. Se usará cuando otra persona lo apruebe.', ja: 'アップロードしました。別の担当者の承認後に有効になります' },
    limit: 'upload',
    secret: ['password'],
    input: z.object({ ...place, file: upload(), password: z.string().max(200), picture: upload().optional(), why: z.string().trim().max(200).default('') }),
    output: Place,
  },
  /** Stops sealing with the certificate. */
  withdraw: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '停用签章证书', en: 'Withdraw a sealing certificate', es: 'Retirar un certificado de sello', ja: '署名証明書の停止' },
    done: { zh: '证书已停用', en: 'The certificate is withdrawn', es: 'Certificado retirado', ja: '証明書を停止しました' },
    input: z.object({ ...place, id: Id, reason: z.string().trim().min(2).max(200) }),
    output: Place,
  },
} as const satisfies Module
