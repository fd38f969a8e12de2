import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Tour as KitTour } from '#/web/ui/Tour.tsx'

const tourStops: readonly { readonly at: string; readonly title: Text; readonly words: Text }[] = [
  {
    at: '.s-menu',
    title: { zh: '菜单', en: 'Menu', es: 'Menú', ja: 'メニュー' },
    words: { zh: '只显示有权打开的页面。', en: 'Only pages that you may open.', es: 'Solo las páginas que puede abrir.', ja: '開けるページだけが並びます。' },
  },
  {
    at: '.s-path, .s-bar-title',
    title: { zh: '路径', en: 'Breadcrumb', es: 'Ruta', ja: 'パンくず' },
    words: { zh: '当前页面的位置。', en: 'The location of the page.', es: 'Dónde está la página.', ja: 'いまのページの位置です。' },
  },
  {
    at: '.s-tags',
    title: { zh: '已打开的页面', en: 'Open pages', es: 'Páginas abiertas', ja: '開いているページ' },
    words: {
      zh: '右键可刷新或关闭；固定的标签不能关闭。',
      en: 'Right-click refreshes or closes; pinned ones stay.',
      es: 'Clic derecho para actualizar o cerrar; las fijas se quedan.',
      ja: '右クリックで更新・閉じる。固定タブは残ります。',
    },
  },
  {
    at: '.s-bar-right',
    title: { zh: '工具', en: 'Tools', es: 'Herramientas', ja: 'ツール' },
    words: {
      zh: '搜索、错误日志、消息、全屏、尺寸、语言与账户。',
      en: 'Search, error log, messages, full screen, size, language and account.',
      es: 'Buscar, errores, mensajes, pantalla completa, tamaño, idioma y cuenta.',
      ja: '検索、エラー、通知、全画面、サイズ、言語、アカウント。',
    },
  },
]

/** A guided tour of the application frame. Skips stops whose element is not on the page. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const presentStops = tourStops.filter(({ at }) => document.querySelector(at)).map(({ at, title, words }) => ({ at, title: t(title), words: t(words) }))
  return <KitTour stops={presentStops} onClose={onClose} />
}
