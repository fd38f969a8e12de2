import type { Text } from '#/domain/base/text.ts'
import type { CardDoubt, CardWarning, DocumentImageKind } from '#/domain/people/recognition.ts'

export const identityRefusals = {
  noTicket: { zh: '请先登录，或先完成手机号验证后再上传证件', en: 'Sign in, or verify your mobile number first, before you upload a card.', es: 'Inicie sesión o verifique su móvil antes de subir un documento.', ja: 'ログインするか、携帯番号の認証を済ませてから身分証をアップロードしてください。' },
  tooMany: {
    zh: '识别次数过多，请 {minutes} 分钟后再试，或手工填写',
    en: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}, or type the details manually.',
    es: 'Demasiados intentos. Pruebe en {minutes, plural, one {# minuto} other {# minutos}} o escriba los datos a mano.',
    ja: '読み取り回数の上限に達しました。{minutes} 分後に再試行するか、手入力してください。',
  },
} as const satisfies Record<string, Text>

/** Notice shown wherever a sandbox verifies people. */
export const verifierSandbox: Text = {
  zh: '核验服务为沙箱：身份、银行卡、人脸核验结果均为模拟，不代表真实核验。',
  en: 'Verification runs in a sandbox: results for identities, cards and faces are simulated.',
  es: 'La verificación es un entorno de pruebas: las respuestas sobre identidad, tarjetas y rostros son simuladas.',
  ja: '検証はサンドボックスです。本人・カード・顔の検証結果は模擬です。',
}

/** Notice shown wherever verification results appear and no verification service is configured. */
export const verifierMissing: Text = {
  zh: '未接入核验服务：结果一律为“未核验”，请凭证据人工核验，由另一人复核后才能付款。',
  en: 'No verification service is connected: everything must be verified manually by two people with evidence.',
  es: 'No hay verificador conectado: nada queda verificado hasta que dos personas lo verifiquen a mano con justificantes.',
  ja: '確認サービス未接続：2名が証拠により手動確認するまで、すべて「未確認」です。',
}

export const cardWarningTexts = {
  blurred: { zh: '照片模糊，请对焦后重拍或仔细核对', en: 'The picture is blurred. Take it again, or check the details closely.', es: 'La imagen está borrosa. Repítala o revise bien los datos.', ja: '画像がぼやけています。撮り直すか、内容をよく確認してください。' },
  dark: { zh: '照片过暗，请在明亮处重拍', en: 'The picture is too dark. Take it in better light.', es: 'La imagen está demasiado oscura. Hágala con más luz.', ja: '画像が暗すぎます。明るい場所で撮り直してください。' },
  glare: { zh: '证件反光，部分文字可能被遮住', en: 'There is glare on the card; some text may be hidden.', es: 'Hay reflejos en el documento; parte del texto puede quedar oculta.', ja: '反射により文字が隠れている可能性があります。' },
  copy: { zh: '疑似复印件或黑白照片，请使用原件拍摄', en: 'This looks like a black-and-white copy. Photograph the original.', es: 'Parece una copia en blanco y negro. Fotografíe el original.', ja: '白黒コピーのようです。原本を撮影してください。' },
  tilted: { zh: '证件倾斜，请摆正后拍摄效果更好', en: 'The card is tilted. Photograph it straight.', es: 'El documento está inclinado; se lee mejor recto.', ja: '身分証が傾いています。まっすぐにすると読み取りやすくなります。' },
  cut_off: { zh: '证件边缘不完整，请拍全四角', en: 'A part of the card is cut off. Show all four corners.', es: 'Falta una parte del documento. Muestre las cuatro esquinas.', ja: '端が切れています。四隅が写るように撮影してください。' },
  expired: { zh: '证件已过有效期', en: 'The card has expired.', es: 'El documento ha caducado.', ja: '有効期限が切れています。' },
  wrong_side: { zh: '上传的不是所需的证件面，请核对后重新上传', en: 'This is not the requested side or card.', es: 'No es la cara o el documento solicitado.', ja: '求められている面・身分証ではありません。' },
  specimen: { zh: '图片带有“样本”字样，不是真实证件', en: 'The picture is marked as a specimen; it is not a real card.', es: 'La imagen lleva la marca de muestra; no es un documento real.', ja: '「見本」の表示があり、実際の身分証ではありません。' },
  unread: { zh: '未能识别出文字，请重拍或手工填写', en: 'No text could be read. Take the photo again, or type the details.', es: 'No se pudo leer nada. Repita la foto o escriba los datos a mano.', ja: '文字を読み取れませんでした。撮り直すか、手入力してください。' },
  late: { zh: '识别超时，图片已保存，请手工填写', en: 'Reading took too long. The picture is saved; please type the details manually.', es: 'La lectura tardó demasiado. La imagen se ha guardado; escriba los datos a mano.', ja: '読み取りに時間がかかりすぎました。画像は保存済みです。手入力してください。' },
} as const satisfies Record<CardWarning, Text>

export const cardDoubtTexts = {
  unread: { zh: '未识别，请手工填写', en: 'Not read: type the value.', es: 'No leído: escriba el valor.', ja: '読み取れません。入力してください。' },
  unproven: { zh: '请对照图片核对', en: 'Compare the value with the picture.', es: 'Compare el valor con la imagen.', ja: '画像と照合してください。' },
  disagree: { zh: '两次识别结果不一致，请逐位核对', en: 'Two readings differ; check every digit.', es: 'Dos lecturas difieren; revise cada dígito.', ja: '2回の読み取り結果が異なります。1桁ずつ確認してください。' },
  checksum: { zh: '校验位不符，请逐位核对', en: 'The check digit is wrong; check every digit.', es: 'El dígito de control no coincide; revise cada dígito.', ja: 'チェックディジットが一致しません。1桁ずつ確認してください。' },
  contradiction: { zh: '与证件上的出生日期或性别不符，请核对', en: 'The number contradicts the birth date or sex on the card.', es: 'El número contradice la fecha de nacimiento o el sexo del documento.', ja: '生年月日または性別と矛盾しています。確認してください。' },
  date: { zh: '日期无法识别，请手工填写', en: 'The date could not be read: type the date.', es: 'No se pudo leer la fecha; escríbala.', ja: '日付を読み取れません。入力してください。' },
} as const satisfies Record<CardDoubt, Text>

export const cardSideNames = {
  front: { zh: '身份证人像面', en: 'ID card, portrait side', es: 'Documento, anverso (retrato)', ja: '身分証（顔写真面）' },
  back: { zh: '身份证国徽面', en: 'ID card, emblem side', es: 'Documento, reverso (emblema)', ja: '身分証（国章面）' },
  bank: { zh: '银行卡正面', en: 'Bank card', es: 'Tarjeta bancaria', ja: '銀行カード' },
  licence: { zh: '营业执照', en: 'Business licence', es: 'Licencia comercial', ja: '営業許可証' },
} as const satisfies Record<DocumentImageKind, Text>
