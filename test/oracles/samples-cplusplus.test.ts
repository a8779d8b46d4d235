import { checkSamples } from './check-samples.js';

checkSamples('.cpp');
