import type { Text } from '#/domain/text.ts'

/** What the log calls each operation on operators. */
export const operatorLogNames = {
  'operators.freeze': { zh: '冻结经营者', en: 'Freeze an operator', es: 'Bloquear un operador', ja: '事業者の凍結' },
  'operators.unfreeze': { zh: '解冻经营者', en: 'Unfreeze an operator', es: 'Desbloquear un operador', ja: '事業者の凍結解除' },
  'operators.setCard': { zh: '更换收款卡', en: 'Change a payee’s card', es: 'Cambiar la tarjeta', ja: '受取カードの変更' },
  'operators.setMobile': { zh: '更换经营者手机号', en: 'Change an operator’s mobile', es: 'Cambiar el móvil de un operador', ja: '携帯番号の変更' },
  'operators.unlink': { zh: '解除单位关联', en: 'Unlink an operator', es: 'Desvincular un operador', ja: '企業との紐付け解除' },
  'operators.export': { zh: '导出经营者', en: 'Export operators', es: 'Exportar operadores', ja: '事業者のエクスポート' },
  'operators.acceptCandidates': { zh: '通过临时经营者', en: 'Accept unknown payees', es: 'Aceptar beneficiarios', ja: '臨時事業者の承認' },
  'operators.mergeCandidate': { zh: '并入已有经营者', en: 'Merge into a known operator', es: 'Fusionar con un operador', ja: '既存事業者への統合' },
  'operators.takeCandidate': { zh: '接手临时经营者审核', en: 'Take over a review', es: 'Asumir una revisión', ja: '審査の引き継ぎ' },
  'operators.assignCandidates': { zh: '分配临时经营者审核', en: 'Hand reviews over', es: 'Asignar revisiones', ja: '審査担当の割当' },
  'operators.askForPapers': { zh: '要求补充材料', en: 'Ask for pictures', es: 'Pedir imágenes', ja: '書類の追加依頼' },
  'operators.verifyCandidates': { zh: '发送认证', en: 'Verify people', es: 'Verificar personas', ja: '本人認証' },
  'operators.undoMerge': { zh: '撤销合并', en: 'Undo a merge', es: 'Deshacer una fusión', ja: '統合の取消' },
  'operators.exportCandidates': { zh: '导出临时经营者', en: 'Export unknown payees', es: 'Exportar beneficiarios', ja: '臨時事業者の出力' },
  'operators.rejectCandidates': { zh: '驳回临时经营者', en: 'Reject unknown payees', es: 'Rechazar beneficiarios', ja: '臨時事業者の却下' },
  'operators.verify': { zh: '批量认证', en: 'People verified', es: 'Personas verificadas', ja: '一括認証' },
} as const satisfies Record<string, Text>
