import type { Text } from '#/domain/base/text.ts'

export const fileTexts = {
  download: { zh: '下载', en: 'Download', es: 'Descargar', ja: 'ダウンロード' },
  export: { zh: '导出', en: 'Export', es: 'Exportar', ja: '出力' },
  writing: { zh: '行数较多，正在生成，完成后在任务中心下载', en: 'The file is being created. Find it in the task centre.', es: 'Se está generando el archivo; estará en el centro de tareas', ja: 'ファイルを作成中です。完了後、タスクセンターから取得できます' },
  view: { zh: '预览', en: 'View', es: 'Ver', ja: 'プレビュー' },
  zoomIn: { zh: '放大', en: 'Zoom in', es: 'Ampliar', ja: '拡大' },
  zoomOut: { zh: '缩小', en: 'Zoom out', es: 'Reducir', ja: '縮小' },
  previous: { zh: '上一个', en: 'Previous', es: 'Anterior', ja: '前へ' },
  next: { zh: '下一个', en: 'Next', es: 'Siguiente', ja: '次へ' },
  rotate: { zh: '旋转', en: 'Rotate', es: 'Girar', ja: '回転' },
  fit: { zh: '适合窗口', en: 'Fit', es: 'Ajustar', ja: '全体表示' },
  page: { zh: '第 {page} 页，共 {pages} 页', en: 'Page {page} of {pages}', es: 'Página {page} de {pages}', ja: '{page} / {pages} ページ' },
  pages: { zh: '共 {pages} 页', en: '{pages, plural, one {# page} other {# pages}}', es: '{pages, plural, one {# página} other {# páginas}}', ja: '全 {pages} ページ' },
  none: { zh: '此类文件不能在线预览，请下载查看', en: 'This file type cannot be shown here. Download it.', es: 'Este tipo de archivo no se puede mostrar aquí. Descárguelo.', ja: 'この形式はここで表示できません。ダウンロードしてください。' },
} as const satisfies Record<string, Text>
