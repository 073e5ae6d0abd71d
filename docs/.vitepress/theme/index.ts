import { defineClientComponent, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import LandingDemo from '../landing/LandingDemo.ts';
import { MeasuredCards } from '../landing/MeasuredCards.ts';
import EditExample from '../playground/EditExample.ts';
import './font.css';
import './style.css';
import '../landing/landing.css';
import '../playground/editExample.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    const playground = defineClientComponent(() => import('../playground/Playground.ts'));
    app.component('Playground', playground);
    app.component('EditExample', EditExample);
    app.component('LandingDemo', LandingDemo);
    app.component('MeasuredCards', MeasuredCards);
  },
};

export default theme;
