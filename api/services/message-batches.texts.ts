import type { Text } from '#/domain/base/text.ts'

const explained: Text = { zh: '原因：{reason}', en: 'Reason: {reason}', es: 'Motivo: {reason}', ja: '理由：{reason}' }

/** About batches that were stopped or released. */
export const batchMessages = {
  batchRejected: {
    title: { zh: '批次 {no} 被驳回', en: 'Batch {no} was rejected', es: 'El lote {no} fue rechazado', ja: 'バッチ {no} は差し戻されました' },
    body: { zh: '{name} 驳回：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  batchHalted: {
    title: { zh: '批次 {no} 已被冻结', en: 'Batch {no} was frozen', es: 'El lote {no} fue bloqueado', ja: 'バッチ {no} は凍結されました' },
    body: explained,
  },
  batchReleased: {
    title: { zh: '批次 {no} 已解冻', en: 'Batch {no} continues', es: 'El lote {no} continúa', ja: 'バッチ {no} の凍結が解除されました' },
    body: explained,
  },
} as const satisfies Record<string, { title: Text; body: Text }>
