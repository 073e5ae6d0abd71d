import { defineClientComponent, type Theme, withBase } from 'vitepress';
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
  enhanceApp({ app, router }) {
    const playground = defineClientComponent(() => import('../playground/Playground.ts'));
    app.component('Playground', playground);
    app.component('EditExample', EditExample);
    app.component('LandingDemo', LandingDemo);
    app.component('MeasuredCards', MeasuredCards);
    // The playground follows its address itself. Loaded again, it would start with an empty editor.
    const playgroundPath = withBase('/playground/');
    router.onBeforePageLoad = (href) => {
      const { pathname } = new URL(href, 'http://any');
      return pathname !== playgroundPath || pathname !== router.route.path;
    };
  },
};

export default theme;
