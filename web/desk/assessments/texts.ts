import type { Text } from '#/domain/base/text.ts'
import type { AssessmentStatus } from '#/domain/desk/assessment.ts'

export const statusNames = {
  valid: { zh: '已评估', en: 'Assessed', es: 'Evaluado', ja: '評価済み' },
  due: { zh: '已满一年，请重新评估', en: 'A year old: assess again', es: 'Hace un año: evalúe de nuevo', ja: '1年経過、再評価してください' },
  changed: { zh: '处理活动已变化，请重新评估', en: 'The processing changed: assess again', es: 'El tratamiento cambió: evalúe de nuevo', ja: '処理内容が変わりました。再評価してください' },
  missing: { zh: '尚未评估', en: 'Not assessed', es: 'Sin evaluar', ja: '未評価' },
} as const satisfies Record<AssessmentStatus, Text>

export const texts = {
  template: { zh: '下载模板', en: 'Download the template', es: 'Descargar la plantilla', ja: 'テンプレートを取得' },
  upload: { zh: '上传已签署的评估', en: 'Upload the signed assessment', es: 'Subir la evaluación firmada', ja: '署名済みの評価を登録' },
  assessedOn: { zh: '评估日期', en: 'Assessment date', es: 'Fecha de la evaluación', ja: '評価日' },
  lead: { zh: '评估负责人', en: 'Assessment lead', es: 'Responsable', ja: '評価責任者' },
  conclusion: { zh: '结论', en: 'Conclusion', es: 'Conclusión', ja: '結論' },
  file: { zh: '签署文件', en: 'Signed document', es: 'Documento firmado', ja: '署名済み文書' },
  fileNeeded: { zh: '请上传文件', en: 'Upload the file', es: 'Suba el archivo', ja: 'ファイルをアップロードしてください' },
  required: { zh: '必填', en: 'Required', es: 'Obligatorio', ja: '必須' },
  save: { zh: '保存', en: 'Save', es: 'Guardar', ja: '保存' },
  last: { zh: '最近一次：{day}，{lead}', en: 'Last: {day}, {lead}', es: 'Última: {day}, {lead}', ja: '直近：{day}、{lead}' },
} as const satisfies Record<string, Text>
