import { contractKindNames, partyNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import type { ContractRow } from '#/server/agreements/contracts/store.ts'
import { type ContractRevision, revisionsOf, type TaskRow, tasksOf } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { checkSignatures } from '#/server/lib/pdf/signature-check.ts'

const shanghaiTime = (at: Date | null) => (at === null ? '—' : new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
const signingLabels: Readonly<Record<string, string>> = { drawn: '手写签名', typed: '键入姓名签名', seal: '电子签章', refused: '拒签' }

const intentProofLabels: Readonly<Record<string, string>> = { sms: '短信验证码', face: '人脸识别' }

function signingStepBlocks(task: TaskRow): DocumentModel['blocks'] {
  const { evidence } = task
  const rows: (readonly [string, string])[] = [
    ['签署方', `${partyNames[task.party].zh} ${task.signer_name}`],
    ['方式', signingLabels[evidence.way ?? ''] ?? '—'],
    ['意愿确认', intentProofLabels[evidence.will ?? ''] ?? '—'],
    ['通知时间', shanghaiTime(task.opened_at)],
    ['阅读完毕', shanghaiTime(task.read_at)],
    ['验证通过', shanghaiTime(task.proved_at)],
    ['签署时间', shanghaiTime(task.signed_at)],
    ['入档时间', shanghaiTime(task.sealed_at)],
    ['来源地址', evidence.ip ?? '—'],
    ['设备', evidence.agent ?? '—'],
    ['所阅文件哈希', evidence.documentSha256 ?? '—'],
    ['手机号哈希', evidence.mobileSha256 ?? '—'],
    ['验证码编号哈希', evidence.codeRefSha256 ?? '—'],
    ...(evidence.faceSha256
      ? ([
          ['人脸相似度', `${evidence.faceLikeness ?? '—'}${evidence.faceVerifier === 'sandbox' ? '（核验沙箱，模拟结果）' : ''}`],
          ['人脸照片哈希', evidence.faceSha256],
        ] as const)
      : []),
    ['签名图片哈希', evidence.imageSha256 ?? '—'],
    ...(task.reason ? ([['原因', task.reason]] as const) : []),
  ]
  return [
    { kind: 'heading', text: `第 ${task.position + 1} 步` },
    { kind: 'fields', rows },
  ]
}

function filesTable(revisions: readonly ContractRevision[]): DocumentModel['blocks'][number] {
  return {
    kind: 'table',
    columns: [
      { heading: '版本', width: 0.4 },
      { heading: '形成时间', width: 1 },
      { heading: '签署方', width: 1 },
      { heading: 'SHA-256', width: 2.6 },
    ],
    rows: revisions.map((revision) => [String(revision.seq), shanghaiTime(revision.made_at), revision.signer ?? '原始文件', revision.sha256]),
  }
}

/**
 * Renders the evidence of a contract from an older system: importer, second person and the hash of its scan. The
 * document states that nothing was signed here.
 */
function movedDocument(ctx: Context, row: ContractRow, revisions: readonly ContractRevision[], facts: readonly (readonly [string, string])[]): Promise<Buffer> {
  const importRows: readonly (readonly [string, string])[] = [
    ['来源', sourceNames.moved.zh],
    ['原合同编号', row.origin_no ?? '—'],
    ['原签订日期', row.signed_on ?? '—'],
    ['起止日期', `${row.valid_from} 至 ${row.valid_to}`],
    ['编制人', row.created_name],
    ['确认人', row.checked_name ?? '—'],
  ]
  const model: DocumentModel = {
    title: '原系统合同接入凭证',
    subtitle: row.no,
    createdAt: ctx.now,
    blocks: [
      { kind: 'fields', columns: 1, rows: [...facts.filter(([name]) => name !== '发起时间'), ...importRows] },
      { kind: 'paragraph', text: '本合同由原系统接入，并非在本平台签署；本平台仅保存其扫描件和哈希，不为其签名、盖章提供电子签署证明。' },
      { kind: 'heading', text: '文件版本' },
      filesTable(revisions),
    ],
    footer: `${row.no} · ${shanghaiTime(ctx.now)}`,
  }
  return ctx.outside('evidence', [row, revisions], () => renderDocument(model))
}

/**
 * Renders a contract's chain of evidence: the person, action, time and place of each step, and the hash of every
 * edition of the file.
 */
export async function evidenceDocument(ctx: Context, row: ContractRow): Promise<Buffer> {
  const [tasks, revisions] = [await tasksOf(ctx.db, row.id), await revisionsOf(ctx.db, row.id)]
  const contractRows: (readonly [string, string])[] = [
    ['合同编号', row.no],
    ['合同名称', row.name],
    ['类型', contractKindNames[row.kind].zh],
    ['状态', signStateNames[row.sign_state].zh],
    ['发起时间', shanghaiTime(row.sent_at)],
    ['完成时间', shanghaiTime(row.done_at)],
    ['文件哈希', row.sha256 ?? '—'],
  ]
  if (row.source === 'moved') return movedDocument(ctx, row, revisions, contractRows)
  const file = row.file_id === null ? null : await ctx.files.open(row.file_id)
  const signatures = file ? await ctx.outside('signatures', file.bytes, () => checkSignatures(file.bytes)) : []
  const signatureRows = signatures.map((signature, at) => [
    String(at + 1),
    signature.name,
    shanghaiTime(signature.at),
    signature.certificate,
    signature.isValid ? '有效' : '无效',
  ])
  const model: DocumentModel = {
    title: '电子签署证据链',
    subtitle: row.no,
    createdAt: ctx.now,
    blocks: [
      { kind: 'fields', columns: 1, rows: contractRows },
      ...tasks.flatMap(signingStepBlocks),
      { kind: 'heading', text: '文件版本' },
      filesTable(revisions),
      { kind: 'heading', text: '数字签名' },
      {
        kind: 'table',
        columns: [{ heading: '序号', width: 0.4 }, { heading: '签署方' }, { heading: '时间' }, { heading: '证书' }, { heading: '校验', width: 0.6 }],
        rows: signatureRows,
      },
      { kind: 'paragraph', text: '数字签名为 PAdES（ETSI.CAdES.detached），可用任何支持该标准的阅读器独立校验。', small: true },
    ],
    footer: `${row.no} · ${shanghaiTime(ctx.now)}`,
  }
  return ctx.outside('evidence', [row, tasks, revisions], () => renderDocument(model))
}
