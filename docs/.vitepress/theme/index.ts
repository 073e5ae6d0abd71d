import { defineClientComponent, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './style.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    const playground = defineClientComponent(() => import('../playground/Playground.ts'));
    const frame = defineClientComponent(() => import('../playground/frame/PlaygroundFrame.ts'));
    app.component('Playground', playground);
    app.component('PlaygroundFrame', frame);
  },
};

export default theme;
