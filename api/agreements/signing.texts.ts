import type { Text } from '#/domain/base/text.ts'

/** Refusals of the sign page. All invalid tickets get the same refusal. */
export const signingRefusals = {
  ticketDead: { zh: '签署链接无效或已失效', en: 'This signing link is no longer valid.', es: 'Este enlace de firma ya no es válido.', ja: 'この署名リンクは無効です。' },
  wrongTail: { zh: '与签署人信息不符，还可尝试 {left} 次', en: 'This does not match the signer; {left, plural, one {# try} other {# tries}} left.', es: 'No coincide con el firmante; {left, plural, one {queda # intento} other {quedan # intentos}}.', ja: '署名者の情報と一致しません。あと {left} 回試せます。' },
  elsewhere: { zh: '该链接已在其他设备打开，请重新验证', en: 'The link was opened on another device. Confirm who you are again.', es: 'El enlace se abrió en otro dispositivo. Verifique su identidad de nuevo.', ja: '別の端末で開かれました。もう一度ご本人確認をしてください。' },
  notRead: { zh: '请先阅读文件全文', en: 'Read the whole document first.', es: 'Lea antes el documento completo.', ja: '先に文書を最後までお読みください。' },
  otherFile: { zh: '文件已更新，请重新阅读', en: 'The document has been updated. Read it again.', es: 'El documento se ha actualizado. Léalo de nuevo.', ja: '文書が更新されました。もう一度お読みください。' },
  tooSoon: { zh: '验证码刚刚发送，请 {seconds} 秒后再试', en: 'A code was sent a moment ago. Try again in {seconds} seconds.', es: 'Acaba de enviarse un código. Vuelva a probar en {seconds} segundos.', ja: '直前にコードを送信しました。{seconds} 秒後にお試しください。' },
  tooMany: { zh: '操作次数过多，请稍后再试', en: 'Too many attempts. Try again later.', es: 'Demasiados intentos. Vuelva a probar más tarde.', ja: '試行回数が多すぎます。しばらくしてからお試しください。' },
  noSms: { zh: '尚未开通短信，无法验证签署意愿，请联系运营中心', en: 'Text messages are not set up, so signing is not possible. Ask the centre.', es: 'Los SMS no están activados; no se puede firmar. Consulte al centro.', ja: 'SMSが利用できないため署名できません。運営センターにお問い合わせください。' },
  noMobile: { zh: '签署人没有可用的手机号码，请联系运营中心', en: 'The signer has no mobile number on file. Ask the centre.', es: 'No consta el móvil del firmante. Consulte al centro.', ja: '署名者の携帯番号が登録されていません。運営センターにお問い合わせください。' },
  wrongCode: { zh: '验证码错误，还可尝试 {left} 次', en: 'Wrong code; {left, plural, one {# try} other {# tries}} left.', es: 'Código incorrecto; {left, plural, one {queda # intento} other {quedan # intentos}}.', ja: 'コードが違います。あと {left} 回試せます。' },
  codeDead: { zh: '验证码已失效，请重新获取', en: 'This code is no longer valid. Request a new one.', es: 'Este código ya no es válido. Solicite otro.', ja: 'このコードは無効です。新しいコードを取得してください。' },
  notProved: { zh: '请先通过短信验证', en: 'Confirm by text message first.', es: 'Confirme antes por SMS.', ja: '先にSMS認証を行ってください。' },
  byHand: { zh: '约定以手写方式签名，请手写', en: 'This document requires a handwritten signature.', es: 'Este documento debe firmarse a mano.', ja: 'この書面は手書きの署名が必要です。' },
  notByFace: { zh: '该文件不使用人脸识别，请用短信验证码确认', en: 'This document does not use face verification. Confirm with a code.', es: 'Este documento no usa verificación facial. Confirme con un código.', ja: 'この書面では顔認証を使いません。認証コードで確認してください。' },
  faceNotAgreed: {
    zh: '请先阅读并单独同意人脸识别说明；不同意可改用短信验证码',
    en: 'First read the text on face verification and consent to it, or confirm with a code.',
    es: 'Lea y otorgue antes el consentimiento, o confirme con un código.',
    ja: '先に顔認証の説明を読んで同意してください。同意しない場合は認証コードで確認できます。',
  },
  otherConsent: { zh: '人脸识别说明已更新，请重新阅读', en: 'The consent to face verification has changed. Read it again.', es: 'El consentimiento de verificación facial ha cambiado. Léalo de nuevo.', ja: '顔認証の説明が更新されました。もう一度お読みください。' },
  noFaceConsent: { zh: '没有可撤回的人脸识别同意', en: 'There is no consent to face verification to withdraw.', es: 'No hay ningún consentimiento facial que retirar.', ja: '撤回できる顔認証の同意はありません。' },
  noFace: {
    zh: '照片中没有可辨认的人脸，还可尝试 {left} 次',
    en: 'No face was detected in the picture; {left, plural, one {# try} other {# tries}} left.',
    es: 'No se distingue ningún rostro; {left, plural, one {queda # intento} other {quedan # intentos}}.',
    ja: '写真に顔が認識できません。あと {left} 回試せます。',
  },
  wrongFace: {
    zh: '人脸与签署人身份信息不一致，还可尝试 {left} 次',
    en: 'The face does not match the signer; {left, plural, one {# try} other {# tries}} left.',
    es: 'El rostro no coincide con el del firmante; {left, plural, one {queda # intento} other {quedan # intentos}}.',
    ja: '署名者本人の顔と一致しません。あと {left} 回試せます。',
  },
  faceOver: {
    zh: '人脸核验连续 3 次未通过，本链接不能再用人脸识别，请改用短信验证码',
    en: 'Face verification failed three times in a row and ends for this link. Confirm with a code by text message.',
    es: 'La verificación facial ha fallado tres veces seguidas y termina para este enlace. Confirme con un código por SMS.',
    ja: '顔認証に3回連続で失敗したため、このリンクでは顔認証を使えません。SMSの認証コードで確認してください。',
  },
  faceUnavailable: {
    zh: '人脸核验服务暂不可用，未核验也未计次；请稍后再试，或改用短信验证码',
    en: 'Face verification is not available now: nothing was verified, and no try was counted. Try later, or confirm with a code.',
    es: 'La verificación facial no está disponible: no se ha verificado nada ni se ha contado el intento. Pruebe más tarde o confirme con un código.',
    ja: '顔認証は現在利用できません。確認は行われず、試行回数にも数えません。後ほど再試行するか、認証コードで確認してください。',
  },
  notShown: { zh: '人脸核验结果已失效，请重新核验或改用短信验证码', en: 'The face verification no longer counts. Repeat it, or confirm with a code.', es: 'La verificación facial ya no cuenta. Repítala o confirme con un código.', ja: '顔認証の結果は無効です。やり直すか、認証コードで確認してください。' },
  noConsent: { zh: '请逐项确认同意事项', en: 'Confirm every point of consent.', es: 'Confirme cada consentimiento.', ja: '同意事項をすべて確認してください。' },
  badImage: { zh: '签名图片无效', en: 'The signature image cannot be used.', es: 'La imagen de la firma no es válida.', ja: '署名画像が無効です。' },
  emptyImage: { zh: '请先手写签名', en: 'Sign in the box first.', es: 'Firme antes en el recuadro.', ja: '先に署名してください。' },
  noNext: { zh: '没有其他待签文件', en: 'No other documents await your signature.', es: 'No tiene más documentos pendientes de firma.', ja: '他に署名待ちの文書はありません。' },
  notReady: { zh: '文件尚未完成签署', en: 'The document is not complete yet.', es: 'El documento aún no está completo.', ja: '文書の署名はまだ完了していません。' },
} as const satisfies Record<string, Text>

export const signingMessages = {
  code: {
    zh: '【云创客平台】验证码 {code}，用于确认签署《{name}》，{minutes} 分钟内有效。请勿告诉他人；非本人操作请忽略。',
    en: '[Yunchuangke] {code} confirms that you sign “{name}”. Valid for {minutes} minutes. Do not share it.',
    es: '[Yunchuangke] {code} confirma que firma «{name}». Es válido durante {minutes} minutos. No lo comparta.',
    ja: '【雲創客】{code}は「{name}」の署名確認コードです（{minutes}分間有効）。他人に教えないでください。',
  },
} as const satisfies Record<string, Text>
