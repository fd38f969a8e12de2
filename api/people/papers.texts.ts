import type { Text } from '#/domain/base/text.ts'

export const paperRefusals = {
  ticketDead: { zh: '链接无效、已使用或已过期，请联系运营中心重新发送', en: 'The link is invalid, used or expired. Ask the centre for a new one.', es: 'El enlace no es válido, ya se usó o caducó. Pida otro al centro.', ja: 'リンクが無効、使用済み、または期限切れです。センターに再送を依頼してください。' },
  notWanted: { zh: '没有要求补传该材料', en: 'This picture was not requested.', es: 'No se pidió esta imagen.', ja: 'この書類は求められていません。' },
  missing: { zh: '还有材料未上传，请全部上传后再提交', en: 'Some pictures are missing: upload all of them first.', es: 'Faltan imágenes: envíelas todas primero.', ja: '未提出の書類があります。すべてアップロードしてください。' },
  paperGone: { zh: '图片不存在', en: 'The picture does not exist.', es: 'No existe esa imagen.', ja: '画像がありません。' },
  tooMany: { zh: '操作过于频繁，请 {minutes} 分钟后再试', en: 'Too many requests: try again in {minutes, plural, one {# minute} other {# minutes}}.', es: 'Demasiadas solicitudes: inténtelo en {minutes, plural, one {# minuto} other {# minutos}}.', ja: '操作が多すぎます。{minutes} 分後に再試行してください。' },
} as const satisfies Record<string, Text>

export const paperMessages = {
  wanted: {
    zh: '【云创客】{unit}为您申请的收款需补充材料：{kinds}（{reason}）。请在 {hours} 小时内用手机打开链接拍照上传：{link}',
    en: '[Yunchuangke] To be paid by {unit}, please send: {kinds} ({reason}). Open this link on your phone within {hours} hours: {link}',
    es: '[Yunchuangke] Para que {unit} pueda pagarle, envíe: {kinds} ({reason}). En {hours} horas, abra en su móvil: {link}',
    ja: '【雲創客】{unit}からのお支払いには追加書類が必要です：{kinds}（{reason}）。{hours} 時間以内に携帯で開いてください：{link}',
  },
  noLink: { zh: '请联系运营中心获取上传链接', en: 'ask the centre for the link', es: 'pida el enlace al centro', ja: 'リンクはセンターにお問い合わせください' },
} as const satisfies Record<string, Text>

/** Names of the pictures that a reviewer can request. */
export const paperNames = {
  idFront: { zh: '身份证人像面', en: 'ID card, front', es: 'Documento, anverso', ja: '身分証（顔写真面）' },
  idBack: { zh: '身份证国徽面', en: 'ID card, back', es: 'Documento, reverso', ja: '身分証（国章面）' },
  bankCard: { zh: '银行卡照片', en: 'Bank card', es: 'Tarjeta bancaria', ja: '銀行カード' },
  licence: { zh: '营业执照', en: 'Business licence', es: 'Licencia comercial', ja: '営業許可証' },
  acceptance: { zh: '验收单', en: 'Acceptance sheet', es: 'Acta de aceptación', ja: '検収書' },
} as const satisfies Record<string, Text>
