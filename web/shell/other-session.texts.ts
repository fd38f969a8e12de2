/** Texts of the dialog over a page whose session another tab changed. */
export const changedSessionTexts = {
  accountChanged: { zh: '登录账号已变更', en: 'Another account is signed in', es: 'Ha iniciado sesión otra cuenta', ja: 'ログイン中のアカウントが変わりました' },
  accountChangedNote: {
    zh: '本页面由“{name}”登录时打开，此浏览器现已登录其他账号。为避免操作记在他人名下，本页面已停用，请刷新页面。',
    en: '{name} opened this page, but another account is now signed in to this browser. To avoid recording anything under the wrong name, this page no longer works. Reload the page.',
    es: '{name} abrió esta página. Ahora ha iniciado sesión otra cuenta en este navegador. Para que nada quede a nombre de otra persona, la página ya no funciona. Recárguela.',
    ja: 'このページは「{name}」のログイン中に開かれました。現在このブラウザーでは別のアカウントがログイン中です。他人名義で記録されないよう、このページは停止しました。再読み込みしてください。',
  },
  placeChanged: {
    zh: '运营中心或结算模式已切换',
    en: 'The centre or settlement mode was switched',
    es: 'Se cambió el centro o la modalidad',
    ja: '運営センターまたは精算モードが切り替えられました',
  },
  placeChangedNote: {
    zh: '您已在其他标签页切换运营中心或结算模式，本页面显示的仍是切换前的内容，已停用，请刷新页面。',
    en: 'You switched the centre or the settlement mode in another tab. This page shows outdated data and no longer works. Reload the page.',
    es: 'Cambió el centro o la modalidad en otra pestaña. Esta página aún muestra lo anterior y ya no funciona. Recárguela.',
    ja: '別のタブで運営センターまたは精算モードを切り替えました。このページは切り替え前の内容のため停止しました。再読み込みしてください。',
  },
} as const
