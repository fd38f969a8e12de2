import { Drawer } from 'antd'
import { Brandmark } from './Brandmark.tsx'
import { MainMenu } from './MainMenu.tsx'

/** The menu on a telephone: 210 px, over the page. A chunk of its own. */
export function SidebarDrawer({ isOpen, onOpen }: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) {
  return (
    <Drawer
      open={isOpen}
      onClose={() => onOpen(false)}
      placement="left"
      size={210}
      title={<Brandmark />}
      closable={false}
      classNames={{ body: 's-drawer-menu', header: 's-drawer-head' }}
    >
      <MainMenu isFolded={false} />
    </Drawer>
  )
}
