import type { Text } from '#/domain/base/text.ts'

/**
 * The consent to face verification, edition 2026-11 (`faceConsentVersion`). Each consent records the wording that was
 * shown.
 */
export const faceConsentText = {
  zh: '我单独同意{centre}在我签署电子文件时采集一张本人人脸照片，与我的身份证件信息比对，以确认由我本人签署。照片由{centre}加密保存，最长 {days} 天，到期删除；照片哈希、相似度和比对结果作为签署证据留存。比对由平台接入的核验服务完成，单位不能查看照片。不同意不影响签署：我可以改用短信验证码，两种方式效力相同。我可以随时撤回同意：在个人中心，或在任一有效签署链接的页面上。撤回后照片将被删除，此前完成的签署不受影响。',
  en: 'I consent separately to face verification. When I sign documents, {centre} takes one picture of my face and compares it with my identity document, to confirm that I am the signer. It stores the picture encrypted for at most {days} days and then deletes it. The hash of the picture, the similarity and the result remain as evidence of the signature. A verification service of the platform compares it. Units cannot see it. If I do not consent, I can sign with a code by text message, which is equally valid. I can withdraw this consent at any time, in the personal centre or on the page of a valid signing link. The picture is then deleted. Earlier signatures stay valid.',
  es: 'Consiento por separado que {centre} tome una foto de mi rostro cuando firme documentos y la compare con mi documento de identidad, para confirmar que firmo yo. {centre} guarda cifrada la foto durante {days} días como máximo y después la borra. El hash de la foto, el parecido y el resultado quedan como prueba de la firma. La compara un servicio de verificación de la plataforma; las empresas no pueden verla. Si no consiento, puedo firmar con un código por SMS, que vale lo mismo. Puedo retirar este consentimiento en cualquier momento, en mi área personal o en la página de un enlace de firma válido. Entonces se borra la foto; las firmas anteriores siguen siendo válidas.',
  ja: '{centre}が、電子文書への署名時に私の顔写真を1枚撮影し、本人による署名であることを確認するため身分証の情報と照合することに、個別に同意します。写真は{centre}が暗号化して最長 {days} 日間保存し、期限後に削除します。写真のハッシュ、類似度、照合結果は署名の証拠として残ります。照合はプラットフォームの認証サービスが行い、企業は写真を閲覧できません。同意しない場合も、同じ効力を持つSMSの認証コードで署名できます。同意は、マイページまたは有効な署名リンクのページで、いつでも撤回できます。撤回すると写真は削除されます。それまでの署名の効力は変わりません。',
} as const satisfies Text

export const faceTexts = {
  title: { zh: '人脸信息', en: 'Face data', es: 'Datos del rostro', ja: '顔情報' },
  none: { zh: '您没有同意过人脸识别，平台没有保存您的人脸照片。', en: 'You have not consented to face verification, and no picture of your face is stored.', es: 'No ha consentido la verificación facial y no se guarda ninguna foto de su rostro.', ja: '顔認証に同意しておらず、顔写真は保存されていません。' },
  stored: {
    zh: '现存人脸照片 {count} 张，最迟 {day} 删除。',
    en: '{count, plural, one {# picture} other {# pictures}} of your face stored, deleted by {day} at the latest.',
    es: '{count, plural, one {# foto guardada} other {# fotos guardadas}} de su rostro; se borran el {day} como muy tarde.',
    ja: '顔写真 {count} 枚を保存中。遅くとも {day} に削除します。',
  },
  empty: { zh: '现在没有保存您的人脸照片。', en: 'No picture of your face is currently stored.', es: 'Ahora no se guarda ninguna foto de su rostro.', ja: '現在、顔写真は保存されていません。' },
  given: { zh: '{at} 同意（版本 {version}）', en: 'Given {at}, version {version}', es: 'Otorgado el {at}, versión {version}', ja: '{at} に同意（第 {version} 版）' },
  revoked: { zh: '{at} 已撤回', en: 'Withdrawn {at}', es: 'Retirado el {at}', ja: '{at} に撤回' },
  withdraw: { zh: '撤回人脸识别同意', en: 'Withdraw the consent to face verification', es: 'Retirar el consentimiento de verificación facial', ja: '顔認証の同意を撤回' },
  withdrawMore: {
    zh: '撤回后照片会被删除，之后签署只使用短信验证码。已完成的签署不受影响。',
    en: 'Your pictures are deleted, and you sign with a code from then on. Earlier signatures stay valid.',
    es: 'Se borran sus fotos y en adelante firmará con un código. Las firmas anteriores siguen siendo válidas.',
    ja: '写真は削除され、以後の署名は認証コードのみになります。これまでの署名には影響しません。',
  },
  withdrawn: { zh: '已撤回，照片将在两小时内删除', en: 'Withdrawn; the pictures are deleted within two hours', es: 'Retirado; las fotos se borran en dos horas', ja: '撤回しました。写真は2時間以内に削除されます' },
  ownWishSigning: { zh: '本人在签署页面撤回', en: 'Withdrawn by the person on the sign page', es: 'Retirado por la persona en la página de firma', ja: '本人が署名ページで撤回' },
  ownWish: { zh: '本人在个人中心撤回', en: 'Withdrawn by the person in the personal centre', es: 'Retirado por la persona en su área personal', ja: '本人がマイページで撤回' },
} as const satisfies Readonly<Record<string, Text>>
