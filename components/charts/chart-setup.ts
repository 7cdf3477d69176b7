import { BarElement, CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';

// Only what the charts use is registered, so that the rest of chart.js never reaches the browser
// (react-chartjs-2 registers the line and bar controllers itself).
Chart.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip);
