import { defineClientComponent, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import LandingDemo from '../landing/LandingDemo.ts';
import { MeasuredCards } from '../landing/MeasuredCards.ts';
import EditExample from '../playground/EditExample.ts';
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
