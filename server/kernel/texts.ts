import type { Text } from '#/domain/text.ts'

/** What the machinery itself refuses with. */
export const kernelRefusals = {
  signedOut: { zh: '登录状态无效，请重新登录', en: 'You are not signed in. Sign in again.', es: 'No ha iniciado sesión. Inicie sesión de nuevo.', ja: 'サインインしていません。もう一度サインインしてください。' },
  expired: { zh: '登录已过期，请重新登录', en: 'Your session has expired. Sign in again.', es: 'Su sesión ha caducado. Inicie sesión de nuevo.', ja: 'セッションの有効期限が切れました。もう一度サインインしてください。' },
  elsewhere: { zh: '您的账号已在其他地方登录', en: 'Your account was signed in elsewhere.', es: 'Su cuenta se ha abierto en otro lugar.', ja: 'お使いのアカウントは別の場所でサインインされました。' },
  forbidden: { zh: '没有权限执行此操作（{key}）', en: 'You do not have the right to do this ({key}).', es: 'No tiene permiso para hacerlo ({key}).', ja: 'この操作を行う権限がありません（{key}）。' },
  mustChangePassword: { zh: '为了保障您的账号安全，首次登录请修改密码', en: 'To protect your account, change your password on the first sign-in.', es: 'Para proteger su cuenta, cambie la contraseña al entrar por primera vez.', ja: 'アカウント保護のため、初回サインイン時にパスワードを変更してください。' },
  invalidInput: { zh: '提交的内容有误：{fields}', en: 'Some fields are not right: {fields}', es: 'Hay campos incorrectos: {fields}', ja: '入力内容に誤りがあります：{fields}' },
  invalidField: { zh: '内容不正确', en: 'This value is not right', es: 'Este valor no es correcto', ja: '値が正しくありません' },
  malformed: { zh: '请求格式不正确', en: 'The request is malformed.', es: 'La petición está mal formada.', ja: 'リクエストの形式が正しくありません。' },
  chooseCentre: { zh: '请选择运营中心', en: 'Choose an operations centre', es: 'Elija un centro de operaciones', ja: '運営センターを選択してください' },
  tooMany: { zh: '操作过于频繁，请 {seconds} 秒后再试', en: 'Too many attempts. Try again in {seconds} seconds.', es: 'Demasiados intentos. Vuelva a probar en {seconds} segundos.', ja: '試行回数が多すぎます。{seconds} 秒後にもう一度お試しください。' },
  busy: { zh: '系统繁忙，请稍后再试', en: 'The system is busy. Try again shortly.', es: 'El sistema está ocupado. Inténtelo en unos momentos.', ja: 'システムが混み合っています。しばらくしてからお試しください。' },
  keyReused: { zh: '同一请求编号被用于不同内容，请刷新页面后重试', en: 'The same request key was used for other content. Reload the page and try again.', es: 'La misma clave de petición se usó con otro contenido. Recargue la página.', ja: '同じリクエスト番号が別の内容に使われました。ページを再読み込みしてください。' },
  changedMeanwhile: { zh: '数据已被他人修改，请刷新后重试', en: 'Somebody changed this meanwhile. Reload and try again.', es: 'Alguien lo ha cambiado entretanto. Recargue e inténtelo de nuevo.', ja: '他のユーザーが変更しました。再読み込みしてからお試しください。' },
  noLonger: { zh: '您已没有查看这些内容的权限', en: 'You may no longer see this.', es: 'Ya no puede ver este contenido.', ja: 'この内容を閲覧する権限はもうありません。' },
  conflict: { zh: '数据冲突，操作未执行，请刷新后重试', en: 'The change conflicts with the data as it stands; nothing was done. Reload and try again.', es: 'El cambio entra en conflicto con los datos actuales; no se ha hecho nada.', ja: '現在のデータと矛盾するため実行されませんでした。再読み込みしてください。' },
  noSuchPlace: { zh: '地址不存在', en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.', ja: 'このアドレスには何もありません。' },
  fileNotFound: { zh: '文件不存在或已过期', en: 'The file does not exist or has expired.', es: 'El archivo no existe o ha caducado.', ja: 'ファイルが存在しないか、有効期限が切れています。' },
  fileTooLarge: { zh: '文件过大，最大 {megabytes} MB', en: 'The file is too large; at most {megabytes} MB.', es: 'El archivo es demasiado grande; máximo {megabytes} MB.', ja: 'ファイルが大きすぎます（最大 {megabytes} MB）。' },
  defect: { zh: '系统错误，请联系客服并提供编号 {requestId}', en: 'Something went wrong on our side. Quote {requestId} to support.', es: 'Algo ha fallado por nuestra parte. Indique {requestId} al soporte.', ja: 'システムエラーが発生しました。番号 {requestId} をサポートへお伝えください。' },
  wrongPassword: { zh: '登录密码错误，操作未执行', en: 'The login password is wrong; nothing was done.', es: 'La contraseña de acceso es incorrecta; no se ha hecho nada.', ja: 'サインインのパスワードが違います。実行されませんでした。' },
  tooManyTries: { zh: '密码错误次数过多，请 15 分钟后再试', en: 'Too many wrong passwords. Try again in 15 minutes.', es: 'Demasiadas contraseñas incorrectas. Vuelva a probar en 15 minutos.', ja: 'パスワードの誤りが多すぎます。15分後にお試しください。' },
  paymentPasswordUnset: { zh: '尚未设置支付密码，请先在右上角菜单设置', en: 'You have no payment password yet. Set one from the menu at the top right.', es: 'Aún no tiene contraseña de pago. Establézcala en el menú superior derecho.', ja: '支払いパスワードが未設定です。右上のメニューから設定してください。' },
  paymentPasswordWrong: { zh: '支付密码错误，剩余 {left} 次', en: 'Wrong payment password; {left, plural, one {# try} other {# tries}} left.', es: 'Contraseña de pago incorrecta; {left, plural, one {queda # intento} other {quedan # intentos}}.', ja: '支払いパスワードが違います。残り {left} 回です。' },
  paymentPasswordLocked: { zh: '支付密码已锁定，请 {minutes} 分钟后再试', en: 'The payment password is locked. Try again in {minutes} minutes.', es: 'La contraseña de pago está bloqueada. Vuelva a probar en {minutes} minutos.', ja: '支払いパスワードはロックされています。{minutes} 分後にお試しください。' },
} as const satisfies Record<string, Text>
