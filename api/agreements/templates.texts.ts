import type { Text } from '#/domain/base/text.ts'

export const templateStateNames = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  enabled: { zh: '启用', en: 'Active', es: 'Activa', ja: '有効' },
  disabled: { zh: '停用', en: 'Inactive', es: 'Inactiva', ja: '無効' },
} as const satisfies Record<string, Text>

export const templateRefusals = {
  notFound: { zh: '模板不存在', en: 'The template does not exist.', es: 'La plantilla no existe.', ja: 'テンプレートが存在しません。' },
  changed: { zh: '模板已被他人修改，请刷新后重试', en: 'Someone else has changed this template. Reload and try again.', es: 'Alguien ha cambiado esta plantilla. Recargue e inténtelo de nuevo.', ja: '他のユーザーが変更しました。再読み込みしてください。' },
  notOwn: { zh: '平台模板只能由平台维护', en: 'Platform templates can be changed by the platform only.', es: 'Solo la plataforma puede modificar sus plantillas.', ja: 'プラットフォームのテンプレートは変更できません。' },
  noRight: { zh: '没有权限', en: 'You do not have permission', es: 'No tiene permiso', ja: '権限がありません' },
  wasEnabled: { zh: '已启用过的模板不能修改，请生成新版本', en: 'A template that has been used cannot be changed; create a new edition.', es: 'Una plantilla que ya se ha usado no se puede cambiar; cree una versión nueva.', ja: '使用されたテンプレートは変更できません。新しい版を作成してください。' },
  hasDraft: { zh: '已有正在编辑的新版本，请在该版本上继续', en: 'A new edition is already being edited. Continue there.', es: 'Ya hay una versión nueva en edición. Siga en ella.', ja: '編集中の新しい版があります。そちらで続けてください。' },
  wrongState: { zh: '模板当前状态不能执行此操作', en: 'This action is not possible in the current status of the template.', es: 'La plantilla no admite ahora esta operación.', ja: '現在の状態ではこの操作はできません。' },
  ownText: {
    zh: '您编写或修改过该版本，请由另一人启用',
    en: 'You wrote or edited this edition. Another person activates it.',
    es: 'Usted redactó o modificó esta versión. La activa otra persona.',
    ja: 'この版を作成または編集した方は有効にできません。別の担当者が有効にしてください。',
  },
  inUse: { zh: '模板已被合同使用，不能删除', en: 'Contracts use this template; it cannot be deleted.', es: 'Hay contratos que la usan; no se puede borrar.', ja: '契約で使用中のため削除できません。' },
  badBody: { zh: '正文内容无法识别', en: 'The text cannot be read.', es: 'El texto no se puede leer.', ja: '本文を読み取れません。' },
  empty: { zh: '正文为空', en: 'The text is empty.', es: 'El texto está vacío.', ja: '本文が空です。' },
  split: { zh: '变量 {name} 被不同样式分开，请重新输入', en: 'The variable {name} is split by its formatting; type it again.', es: 'La variable {name} está partida por el formato; escríbala de nuevo.', ja: '変数 {name} が書式で分割されています。入力し直してください。' },
  unfilled: { zh: '以下变量没有来源：{names}', en: 'These variables have no source: {names}', es: 'Estas variables no tienen origen: {names}', ja: '次の変数に値の出所がありません：{names}' },
  doubleField: { zh: '自定义变量 {name} 与系统变量重名或重复', en: 'The variable {name} already exists.', es: 'La variable {name} ya existe.', ja: '変数 {name} は重複しています。' },
  signersNone: { zh: '请设置签署方', en: 'Select who signs.', es: 'Indique quién firma.', ja: '署名者を設定してください。' },
  signersTwice: { zh: '同一方不能重复签署', en: 'No party can sign twice.', es: 'Una misma parte no puede firmar dos veces.', ja: '同じ当事者は重複できません。' },
  signersNoHand: { zh: '至少一方须手写签名', en: 'At least one party must sign by hand.', es: 'Al menos una parte debe firmar a mano.', ja: '少なくとも一方は自署が必要です。' },
  signersSealFirst: { zh: '盖章须在手写签名之后', en: 'Seals come after the signatures.', es: 'Los sellos van después de las firmas.', ja: '押印は署名の後にしてください。' },
  signersWho: {
    zh: '盖章仅限运营中心和业务服务合同中的单位，其他各方须手写签名',
    en: 'Only centres, and units in contracts with a business, use a seal. All other parties sign by hand.',
    es: 'Sellan los centros y, en contratos con un negocio, las empresas; los demás firman a mano.',
    ja: '押印は運営センターと、業務サービス契約の企業のみです。他は自署してください。',
  },
  noPdf: { zh: '请先上传 PDF 文件', en: 'Upload the PDF first.', es: 'Suba antes el PDF.', ja: '先に PDF をアップロードしてください。' },
  noPlace: { zh: '请为{party}设置签署位置', en: 'Select where {party} signs.', es: 'Indique dónde firma {party}.', ja: '{party}の署名位置を設定してください。' },
  outside: { zh: '签署位置超出页面', en: 'A signature position lies outside its page.', es: 'Una posición de firma está fuera de la página.', ja: '位置がページの外にあります。' },
  notSame: { zh: '只能比较同一模板的版本', en: 'Only editions of the same template can be compared.', es: 'Solo se comparan versiones de la misma plantilla.', ja: '同じテンプレートの版のみ比較できます。' },
  needsText: { zh: '该模板不是文本格式', en: 'This template is not a text template.', es: 'Esta plantilla no es de texto.', ja: 'このテンプレートはテキスト形式ではありません。' },
} as const satisfies Record<string, Text>
