import { theme as antdTheme, type ThemeConfig } from 'antd'
import { mix, readable } from './tones.ts'

/** The class whose elements have antd's tokens as CSS variables. */
export const lookClass = 'look'

/** How large controls are. */
export type Size = 'default' | 'medium' | 'small' | 'mini'

/** The theme's one accent colour unless the person chose another. */
export const defaultAccent = '#1890ff'

/** The other accents to choose from. */
export const accents: readonly string[] = [defaultAccent, '#409EFF', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']

const grounds = { light: { page: '#f4f6f8', surface: '#ffffff' }, dark: { page: '#0f1216', surface: '#171b21' } } as const
const heights: Readonly<Record<Size, number>> = { default: 36, medium: 32, small: 28, mini: 24 }

/** What the look depends on. */
export interface Look {
  readonly accent: string
  readonly isDark: boolean
  readonly size: Size
}

/**
 * antd's tokens for a look. Text, links and filled buttons take a tone of the accent that reaches 4.5:1 (WCAG AA);
 * #1890ff itself is 3.2:1 on white and stays for marks that are not text.
 */
export function themeOf({ accent, isDark, size }: Look): ThemeConfig {
  const ground = grounds[isDark ? 'dark' : 'light']
  const soft = mix(ground.surface, accent, isDark ? 0.2 : 0.08)
  // Text in the accent stands on plain surfaces and on the soft tint of a chosen row: the tint is the harder ground.
  const text = readable(accent, mix(ground.surface, accent, isDark ? 0.24 : 0.1))
  const fill = readable(accent, '#ffffff')
  const linkHover = mix(text, isDark ? '#ffffff' : '#000000', 0.2)
  const primary = isDark ? text : fill
  return {
    algorithm: [
      isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      // Links are seeds to antd: the dark algorithm would darken them again.
      (_, map) => ({ ...(map as NonNullable<typeof map>), colorLink: text, colorLinkHover: linkHover, colorLinkActive: linkHover }),
    ],
    cssVar: { key: lookClass },
    hashed: false,
    token: {
      colorPrimary: fill,
      colorPrimaryText: text,
      colorPrimaryTextHover: text,
      colorPrimaryTextActive: text,
      colorPrimaryBg: soft,
      colorPrimaryBgHover: mix(ground.surface, accent, isDark ? 0.28 : 0.14),
      colorPrimaryBorder: mix(ground.surface, accent, 0.4),
      colorPrimaryHover: isDark ? mix(fill, '#000000', 0.12) : mix(fill, '#000000', 0.1),
      colorPrimaryActive: mix(fill, '#000000', 0.2),
      colorInfo: fill,
      colorError: isDark ? '#e5484d' : '#cf2f35',
      colorErrorText: isDark ? '#ff8f8f' : '#b3261e',
      colorSuccess: isDark ? '#3fb27f' : '#1f8a55',
      colorWarning: isDark ? '#d9a441' : '#b7791f',
      colorBgLayout: ground.page,
      colorBgContainer: ground.surface,
      colorBgElevated: isDark ? '#1f242c' : '#ffffff',
      colorText: isDark ? 'rgba(255,255,255,0.9)' : '#1c2430',
      colorTextSecondary: isDark ? 'rgba(255,255,255,0.72)' : '#48525f',
      colorTextTertiary: isDark ? 'rgba(255,255,255,0.62)' : '#5d6875',
      colorTextQuaternary: isDark ? 'rgba(255,255,255,0.5)' : '#6b7684',
      colorTextPlaceholder: isDark ? 'rgba(255,255,255,0.55)' : '#6b7684',
      colorTextDescription: isDark ? 'rgba(255,255,255,0.65)' : '#5d6875',
      colorBorder: isDark ? '#3a424d' : '#cfd6de',
      colorBorderSecondary: isDark ? '#2a313a' : '#e4e9ee',
      colorSplit: isDark ? '#2a313a' : '#e9edf1',
      borderRadius: 6,
      borderRadiusLG: 8,
      controlHeight: heights[size],
      fontSize: size === 'mini' ? 12 : size === 'default' ? 14 : 13,
      fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
      wireframe: false,
    },
    components: {
      Table: {
        cellPaddingBlockMD: 8, cellPaddingBlockSM: 5, cellPaddingInlineMD: 10, cellPaddingInlineSM: 8,
        headerBg: isDark ? '#1d232a' : '#f5f7f9', headerColor: isDark ? 'rgba(255,255,255,0.72)' : '#48525f', headerSplitColor: 'transparent',
        rowHoverBg: isDark ? '#1f2730' : '#f3f8fd', rowSelectedBg: soft, rowSelectedHoverBg: soft,
      },
      Tabs: { itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text, inkBarColor: accent, horizontalItemPadding: '8px 0' },
      Pagination: { itemActiveColor: text, itemActiveColorHover: text },
      Menu: {
        itemSelectedColor: text, itemSelectedBg: soft, itemHeight: 38, itemMarginInline: 8, subMenuItemBg: 'transparent', itemBg: 'transparent',
        subMenuItemSelectedColor: text, iconSize: 15, horizontalItemSelectedColor: text,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', defaultHoverColor: text, defaultHoverBorderColor: primary, fontWeight: 500 },
      Segmented: { itemSelectedColor: text },
      Card: { headerFontSize: 14, headerHeight: 46 },
      Descriptions: { itemPaddingBottom: 10 },
      Steps: { colorPrimary: primary },
      Form: { itemMarginBottom: 18 },
      Drawer: { paddingLG: 20 },
    },
  }
}
