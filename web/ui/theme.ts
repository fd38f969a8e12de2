import { theme as antdTheme, type ThemeConfig } from 'antd'
import { type Tones, tonesOf } from './accent.ts'
import type { Size } from './look.ts'
import { mix } from './tones.ts'

/** The class that carries antd's tokens as CSS variables. */
const lookClass = 'look'

const heights: Readonly<Record<Size, number>> = { default: 36, medium: 32, small: 28, mini: 24 }

/** The settings that determine the theme. */
export interface Appearance {
  readonly accent: string
  readonly isDark: boolean
  readonly size: Size
  /** Disables antd's animations. Shortening them by a style sheet would leave antd waiting for their end. */
  readonly isCalm: boolean
}

const light = {
  surface: '#ffffff',
  tableHead: '#f5f7f9',
  tableHover: '#f3f8fd',
  tokens: {
    colorError: '#cf2f35',
    colorErrorText: '#b3261e',
    colorSuccess: '#1f8a55',
    colorWarning: '#b7791f',
    colorBgLayout: '#f4f6f8',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorText: '#1c2430',
    colorTextSecondary: '#48525f',
    colorTextTertiary: '#5d6875',
    colorTextQuaternary: '#6b7684',
    colorTextPlaceholder: '#6b7684',
    colorTextDescription: '#5d6875',
    colorBorder: '#cfd6de',
    colorBorderSecondary: '#e4e9ee',
    colorSplit: '#e9edf1',
  },
} as const

const dark = {
  surface: '#171b21',
  tableHead: '#1d232a',
  tableHover: '#1f2730',
  tokens: {
    colorError: '#e5484d',
    colorErrorText: '#ff8f8f',
    colorSuccess: '#3fb27f',
    colorWarning: '#d9a441',
    colorBgLayout: '#0f1216',
    colorBgContainer: '#171b21',
    colorBgElevated: '#1f242c',
    colorText: 'rgba(255,255,255,0.9)',
    colorTextSecondary: 'rgba(255,255,255,0.72)',
    colorTextTertiary: 'rgba(255,255,255,0.62)',
    colorTextQuaternary: 'rgba(255,255,255,0.5)',
    colorTextPlaceholder: 'rgba(255,255,255,0.55)',
    colorTextDescription: 'rgba(255,255,255,0.65)',
    colorBorder: '#3a424d',
    colorBorderSecondary: '#2a313a',
    colorSplit: '#2a313a',
  },
} as const

function accentTokens({ accent, text, fill, soft }: Tones, isDark: boolean, surface: string) {
  return {
    colorPrimary: fill,
    colorPrimaryText: text,
    colorPrimaryTextHover: text,
    colorPrimaryTextActive: text,
    colorPrimaryBg: soft,
    colorPrimaryBgHover: mix(surface, accent, isDark ? 0.28 : 0.14),
    colorPrimaryBorder: mix(surface, accent, 0.4),
    colorPrimaryHover: mix(fill, '#000000', 0.1),
    colorPrimaryActive: mix(fill, '#000000', 0.2),
    colorInfo: fill,
  }
}

function componentTokens({ accent, text, fill, soft }: Tones, isDark: boolean): NonNullable<ThemeConfig['components']> {
  const neutral = isDark ? dark : light
  const primary = isDark ? text : fill
  return {
    Table: {
      cellPaddingBlockMD: 8,
      cellPaddingBlockSM: 5,
      cellPaddingInlineMD: 10,
      cellPaddingInlineSM: 8,
      headerBg: neutral.tableHead,
      headerColor: neutral.tokens.colorTextSecondary,
      headerSplitColor: 'transparent',
      rowHoverBg: neutral.tableHover,
      rowSelectedBg: soft,
      rowSelectedHoverBg: soft,
    },
    Tabs: { itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text, inkBarColor: accent, horizontalItemPadding: '8px 0' },
    Pagination: { itemActiveColor: text, itemActiveColorHover: text },
    Menu: {
      itemSelectedColor: text,
      itemSelectedBg: soft,
      itemHeight: 38,
      itemMarginInline: 8,
      subMenuItemBg: 'transparent',
      itemBg: 'transparent',
      subMenuItemSelectedColor: text,
      iconSize: 15,
      horizontalItemSelectedColor: text,
    },
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      defaultHoverColor: text,
      defaultHoverBorderColor: primary,
      fontWeight: 500,
    },
    Segmented: { itemSelectedColor: text },
    Card: { headerFontSize: 14, headerHeight: 46 },
    Descriptions: { itemPaddingBottom: 10 },
    Steps: { colorPrimary: primary },
    Form: { itemMarginBottom: 18 },
    Drawer: { paddingLG: 20 },
  }
}

/**
 * Returns antd's tokens for a look. Text, links and filled buttons use a tone of the accent that reaches 4.5:1 (WCAG
 * AA). #1890ff itself is 3.2:1 on white and is used only for marks without text.
 */
export function themeOf({ accent, isDark, size, isCalm }: Appearance): ThemeConfig {
  const neutral = isDark ? dark : light
  const tones = tonesOf(accent, isDark, neutral.surface)
  const linkHover = mix(tones.text, isDark ? '#ffffff' : '#000000', 0.2)
  return {
    algorithm: [
      isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      // Link colours are seeds to antd. The dark algorithm would darken them again.
      (_, map) => ({ ...(map as NonNullable<typeof map>), colorLink: tones.text, colorLinkHover: linkHover, colorLinkActive: linkHover }),
    ],
    cssVar: { key: lookClass },
    hashed: false,
    token: {
      ...neutral.tokens,
      ...accentTokens(tones, isDark, neutral.surface),
      borderRadius: 6,
      borderRadiusLG: 8,
      controlHeight: heights[size],
      fontSize: size === 'mini' ? 12 : size === 'default' ? 14 : 13,
      fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Hiragino Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
      wireframe: false,
      motion: !isCalm,
    },
    components: componentTokens(tones, isDark),
  }
}
