import { z } from 'zod'
import { type Module, upload } from '#/api/operation.ts'
import { cardDoubts, cardFields, cardWarnings, documentImageKinds } from '#/domain/people/recognition.ts'

const ImageKind = z.enum(documentImageKinds)
const Warning = z.object({ code: z.enum(cardWarnings), text: z.string() })

/** A recognised field. A person must compare a field that has a doubt with the picture. */
const Field = z.object({ field: z.enum(cardFields), value: z.string(), confidence: z.int().min(0).max(100), isTrusted: z.boolean(), doubt: z.enum(cardDoubts).nullable() })

/** The result of reading a card: as flat fields under the names of the specification, and as a list of fields. */
const CardInfo = z.object({
  side: ImageKind,
  fileid: z.uuid(),
  /** Picture quality from 0 to 100. */
  quality: z.int().min(0).max(100),
  warnings: z.array(Warning),
  fields: z.array(Field),
  name: z.string(),
  sex: z.string(),
  nation: z.string(),
  birth: z.string(),
  address: z.string(),
  idnum: z.string(),
  authority: z.string(),
  validfrom: z.string(),
  validto: z.string(),
  cardno: z.string(),
  bank: z.string(),
  type: z.string(),
  creditcode: z.string(),
  legal: z.string(),
  scope: z.string(),
  date: z.string(),
})

/** Recognition of photographed cards. */
export const identity = {
  /** Returns whether a sandbox verifies people, whether any verifier is available, and whether there are specimens. */
  ways: { access: 'public', kind: 'read', input: z.object({}), output: z.object({ isSandbox: z.boolean(), isVerifying: z.boolean(), hasSpecimens: z.boolean() }) },
  /** Reads a card from a picture. An applicant without an account uses the ticket of the registration. */
  recognise: {
    access: 'public',
    knowsCaller: true,
    kind: 'write',
    log: { zh: '识别证件照片', en: 'Read a card', es: 'Leer un documento', ja: '身分証の読み取り' },
    path: '/api/share/v3/getCardInfo',
    limit: 'upload',
    secret: ['file', 'ticket', 'fields', 'name', 'sex', 'nation', 'birth', 'address', 'idnum', 'cardno', 'legal'],
    input: z.object({ file: upload(), side: ImageKind, ticket: z.string().min(20).max(100).optional() }),
    output: CardInfo,
  },
  /** Demo mode only: returns a generated card photo for testing. */
  specimen: {
    access: 'public',
    kind: 'read',
    limit: 'upload',
    input: z.object({ side: ImageKind, seed: z.int().min(1).max(9999).default(1) }),
    output: z.object({ name: z.string(), jpeg: z.base64() }),
  },
} as const satisfies Module
