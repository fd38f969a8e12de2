import { z } from 'zod'
import { Id, type Module, Moment, upload } from '#/api/operation.ts'
import { candidateDocumentKinds } from '#/domain/people/candidate.ts'

const Ticket = z.string().min(20).max(100)
const Kind = z.enum(candidateDocumentKinds)
const Document = z.object({ id: Id, kind: Kind, warnings: z.array(z.string()) })

/**
 * Pictures that a reviewer requested. The person uploads them through a link from a text message, without an account.
 */
export const papers = {
  open: {
    access: 'public',
    kind: 'read',
    secret: ['ticket'],
    input: z.object({ ticket: Ticket }),
    output: z.object({ name: z.string(), unitName: z.string(), reason: z.string(), until: Moment, wanted: z.array(Kind), papers: z.array(Document) }),
  },
  add: {
    access: 'public',
    kind: 'write',
    log: { zh: '上传补充材料', en: 'Upload a document', es: 'Enviar un documento', ja: '書類のアップロード' },
    limit: 'upload',
    secret: ['ticket', 'file'],
    input: z.object({ ticket: Ticket, kind: Kind, file: upload() }),
    output: z.object({ paper: Document }),
  },
  /** Returns a thumbnail for the upload page. */
  picture: { access: 'public', kind: 'read', secret: ['ticket'], input: z.object({ ticket: Ticket, paperId: Id }), output: z.object({ url: z.string() }) },
  /** Submits all pictures. The link then expires. */
  submit: { access: 'public', kind: 'write', log: { zh: '提交补充材料', en: 'Submit documents', es: 'Entregar documentos', ja: '書類の提出' }, secret: ['ticket'], input: z.object({ ticket: Ticket }), output: z.object({}) },
} as const satisfies Module
