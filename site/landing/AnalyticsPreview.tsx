import { SAMPLE_ACTIVITY } from './sample.ts';

export function AnalyticsPreview() {
  return (
    <section className="insight wrap" aria-labelledby="insight">
      <div>
        <h2 id="insight">Know what follows a handshake</h2>
        <p className="lead">
          See which card was opened, on what device, and what led there. Never who: visitors stay anonymous
          until they introduce themselves.
        </p>
      </div>
      <div>
        <h3 id="activity">Recent Activity</h3>
        <table aria-labelledby="activity">
          <thead className="unseen">
            <tr>
              <th scope="col">City</th>
              <th scope="col">Device</th>
              <th scope="col">Source</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {SAMPLE_ACTIVITY.map(([city, device, source, time]) => (
              <tr key={city}>
                <th scope="row">{city}</th>
                <td>{device}</td>
                <td>{source}</td>
                <td>{time}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
