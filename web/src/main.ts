import { mount } from 'svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';

if (import.meta.env.MODE === 'site') void import('./site/begin').then(({ begin }) => begin());

mount(App, { target: document.getElementById('page') as HTMLElement });
