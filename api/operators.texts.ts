import type { Text } from '#/domain/text.ts'

/** What the review of unknown payees refuses with. */
export const operatorRefusals = {
  candidateNotFound: { zh: '该人员不存在或无权查看', en: 'There is no such person, or you may not see them.', es: 'La persona no existe o no puede verla.', ja: '該当者が存在しないか、閲覧権限がありません。' },
  operatorNotFound: { zh: '要合并到的经营者不存在', en: 'There is no such operator to merge into.', es: 'No existe el operador de destino.', ja: '統合先の事業者が存在しません。' },
  decided: { zh: '该人员已处理（{state}）', en: 'This person was already decided ({state}).', es: 'Esta persona ya se resolvió ({state}).', ja: '処理済みです（{state}）。' },
  ownSubmission: { zh: '不能审核自己提交的人员', en: 'You cannot review what you submitted yourself.', es: 'No puede revisar lo que usted envió.', ja: '自分が提出した人員は審査できません。' },
  alreadyKnown: { zh: '该证件号已有经营者，请使用“合并”', en: 'An operator with this ID number exists; merge instead.', es: 'Ya existe un operador con este documento; use «Combinar».', ja: 'この証明書番号の事業者が存在します。「統合」を使用してください。' },
  invalidPapers: { zh: '证件号码、手机号或银行卡号格式有误，请要求单位更正', en: 'ID, mobile or card number is malformed; have the unit correct it.', es: 'Documento, móvil o tarjeta incorrectos; pida a la empresa que lo corrija.', ja: '証明書・携帯・カード番号の形式に誤りがあります。企業に修正を依頼してください。' },
  identityMismatch: { zh: '核验不通过：姓名与身份证不一致', en: 'Verification failed: name and ID do not match.', es: 'Verificación fallida: nombre y documento no coinciden.', ja: '照合不可：氏名と身分証が一致しません。' },
  cardMismatch: { zh: '核验不通过：卡号与身份证不一致', en: 'Verification failed: card and ID do not match.', es: 'Verificación fallida: tarjeta y documento no coinciden.', ja: '照合不可：カードと身分証が一致しません。' },
  differentPerson: { zh: '证件号码不同，不能合并到该经营者', en: 'The ID numbers differ; these are not the same person.', es: 'Los documentos son distintos; no son la misma persona.', ja: '証明書番号が異なるため統合できません。' },
  notActive: { zh: '该经营者已冻结、停用或注销，不能合并', en: 'This operator is frozen, disabled or closed.', es: 'El operador está bloqueado, desactivado o dado de baja.', ja: 'この事業者は凍結・停止・解約されています。' },
} as const satisfies Record<string, Text>

/** The states of a person under review. */
export const candidateStateNames = {
  open: { zh: '待处理', en: 'To be reviewed', es: 'Por revisar', ja: '未処理' },
  waiting: { zh: '待补充', en: 'Waiting for papers', es: 'Faltan documentos', ja: '補足待ち' },
  accepted: { zh: '已转正', en: 'Accepted', es: 'Aceptada', ja: '登録済み' },
  merged: { zh: '已合并', en: 'Merged', es: 'Combinada', ja: '統合済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
} as const satisfies Record<string, Text>

/** Why an operator of the system may be the person under review. */
export const matchReasons = {
  idNumber: { zh: '证件号码相同', en: 'Same ID number', es: 'Mismo documento', ja: '証明書番号が同一' },
  card: { zh: '银行卡号相同', en: 'Same card number', es: 'Misma tarjeta', ja: 'カード番号が同一' },
  mobile: { zh: '姓名和手机号相同', en: 'Same name and mobile', es: 'Mismo nombre y móvil', ja: '氏名と携帯番号が同一' },
} as const satisfies Record<string, Text>
