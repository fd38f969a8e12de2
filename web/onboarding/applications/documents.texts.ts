import type { Text } from '#/domain/base/text.ts'

/** Texts of the page on which a person uploads requested pictures. */
export const documentTexts = {
  lead: {
    zh: '{name}，您好！{unit}向您付款前，请拍照补充以下材料。',
    en: 'Dear {name}, before {unit} can pay you, please send pictures of these documents.',
    es: 'Estimado/a {name}: antes de que {unit} pueda pagarle, envíe imágenes de estos documentos.',
    ja: '{name} 様、{unit} からのお支払いの前に、次の書類の画像をお送りください。',
  },
  why: { zh: '原因：{reason}', en: 'Reason: {reason}', es: 'Motivo: {reason}', ja: '理由：{reason}' },
  submit: { zh: '提交材料', en: 'Submit', es: 'Entregar', ja: '提出する' },
  missing: { zh: '全部上传后即可提交', en: 'Upload all of them, then submit', es: 'Envíelas todas y después entréguelas', ja: 'すべてアップロードすると提出できます' },
  until: { zh: '链接有效期至 {until}，提交后失效', en: 'The link is valid until {until} and expires when you submit', es: 'El enlace es válido hasta el {until} y caduca al entregar', ja: 'リンクは {until} まで有効で、提出すると無効になります' },
  done: { zh: '已提交，谢谢！运营中心将继续审核，您可以关闭本页。', en: 'Submitted, thank you. The centre continues the review. You can close this page.', es: 'Entregado, gracias. El centro continúa; puede cerrar esta página.', ja: '提出しました。ありがとうございます。このページは閉じてかまいません。' },
  loading: { zh: '加载中', en: 'Loading', es: 'Cargando', ja: '読み込み中' },
  again: { zh: '重试', en: 'Try again', es: 'Reintentar', ja: '再試行' },
} as const satisfies Record<string, Text>
