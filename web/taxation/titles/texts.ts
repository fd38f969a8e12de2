import type { Text } from '#/domain/text.ts'

/** Words of the page of titles. */
export const texts = {
  add: { zh: '新增抬头', en: 'Add a title', es: 'Añadir', ja: '宛名を追加' },
  change: { zh: '编辑', en: 'Edit', es: 'Editar', ja: '編集' },
  save: { zh: '保存', en: 'Save', es: 'Guardar', ja: '保存' },
  makeDefault: { zh: '设为默认', en: 'Make default', es: 'Predeterminar', ja: '既定にする' },
  disable: { zh: '停用', en: 'Disable', es: 'Desactivar', ja: '停止' },
  enable: { zh: '启用', en: 'Enable', es: 'Activar', ja: '再開' },
  approve: { zh: '通过', en: 'Approve', es: 'Aprobar', ja: '承認' },
  reject: { zh: '驳回', en: 'Reject', es: 'Rechazar', ja: '却下' },
  saved: { zh: '抬头已保存', en: 'Title saved', es: 'Datos guardados', ja: '宛名を保存しました' },
  waits: { zh: '抬头与单位名称不一致，已提交运营中心审核', en: 'It is not the name of the unit, so the centre decides first.', es: 'No es el nombre de la empresa: decide antes el centro.', ja: '企業名と異なるため、センターの審査に回りました。' },
  decided: { zh: '已审核', en: 'Decided', es: 'Resuelto', ja: '審査しました' },
  export: { zh: '导出', en: 'Export', es: 'Exportar', ja: '出力' },
  keyword: { zh: '名称或税号', en: 'Name or tax number', es: 'Nombre o n.º fiscal', ja: '名称・税番号' },
  none: { zh: '没有抬头。新增后即可申请开票。', en: 'There are no titles. Add one to apply for invoices.', es: 'No hay datos. Añada unos para solicitar facturas.', ja: '宛名がありません。追加すると発票を申請できます。' },
  action: { zh: '操作', en: 'Action', es: 'Acción', ja: '操作' },
  open: { zh: '详情', en: 'Open', es: 'Abrir', ja: '詳細' },
  required: { zh: '请填写', en: 'Fill this in', es: 'Complete este campo', ja: '入力してください' },
  taxNoHint: { zh: '15、17、18 或 20 位；18 位按统一社会信用代码校验', en: '15, 17, 18 or 20 characters; 18 are checked as a credit code', es: '15, 17, 18 o 20 caracteres; 18 se comprueban como código de crédito', ja: '15・17・18・20 桁。18 桁は信用コードとして検査します' },
  specialHint: { zh: '以下四项开具专用发票时必填', en: 'A special invoice needs the next four', es: 'Una factura especial necesita los cuatro siguientes', ja: '専用発票には次の4項目が必要です' },
  nameHint: { zh: '须与单位名称一致（三流一致），否则须经运营中心审核', en: 'The unit’s own name; another one is decided by the centre', es: 'El nombre de la empresa; otro lo decide el centro', ja: '企業名と同一にしてください。異なる場合はセンターの審査が必要です' },
  history: { zh: '版本记录', en: 'Versions', es: 'Versiones', ja: '履歴' },
  at: { zh: '时间', en: 'At', es: 'Fecha', ja: '日時' },
  who: { zh: '操作人', en: 'By', es: 'Por', ja: '担当' },
  special: { zh: '可开专票', en: 'Fit for special invoices', es: 'Apto para factura especial', ja: '専用発票可' },
} as const satisfies Record<string, Text>
