package dev.plimsoll.server.http;

import dev.plimsoll.kube.periodic.LimitedLog;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import spark.Service;
import spark.embeddedserver.EmbeddedServers;
import spark.embeddedserver.jetty.EmbeddedJettyFactory;
import spark.embeddedserver.jetty.JettyServerFactory;

/** Sets Spark and its Jetty up for a service that a whole cluster waits for. */
final class JettyHardening {
  /** The role whose callers can wait until those of the others are answered. */
  private static final String CONSOLE = "console";

  private static final long STOP_MILLIS = 10_000;

  /** Most of the names of a large cluster, and the most that Jetty keeps for the next call. */
  private static final int INPUT_BUFFER = 1 << 16;

  static final int MOST_HEADER_BYTES = 8192;

  private JettyHardening() {}

  static void apply(
      String role,
      Service spark,
      HttpSettings settings,
      Optional<DynamicCertificates> tls,
      BlockingQueue<Runnable> waiting,
      LimitedLog log) {
    EmbeddedServers.add(
        EmbeddedServers.Identifiers.JETTY,
        new EmbeddedJettyFactory(servers(role, settings, tls, waiting, log)));
    spark.ipAddress(settings.address());
    spark.port(settings.port());
    spark.untrustForwardHeaders();
    spark.threadPool(settings.threads());
  }

  private static JettyServerFactory servers(
      String role,
      HttpSettings settings,
      Optional<DynamicCertificates> tls,
      BlockingQueue<Runnable> waiting,
      LimitedLog log) {
    return new JettyServerFactory() {
      @Override
      public Server create(int maxThreads, int minThreads, int idleMillis) {
        return server(role, settings, tls, waiting, log);
      }

      @Override
      public Server create(org.eclipse.jetty.util.thread.ThreadPool pool) {
        return server(role, settings, tls, waiting, log);
      }
    };
  }

  private static Server server(
      String role,
      HttpSettings settings,
      Optional<DynamicCertificates> tls,
      BlockingQueue<Runnable> waiting,
      LimitedLog log) {
    QueuedThreadPool pool = new QueuedThreadPool(settings.threads() + 4, 4, 60_000, waiting);
    pool.setName("http-" + role);
    if (role.equals(CONSOLE)) {
      pool.setThreadsPriority(Thread.MIN_PRIORITY);
    }
    Server server = new Server(pool);
    server.setStopTimeout(STOP_MILLIS);
    server.setErrorHandler(new ErrorSentences());
    server.addLifeCycleListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle starting) {
            server.setHandler(new FrontDoor(server.getHandler(), log));
            for (Connector connector : server.getConnectors()) {
              harden((ServerConnector) connector, settings);
              tls.ifPresent(t -> t.secure((ServerConnector) connector));
            }
          }
        });
    return server;
  }

  private static void harden(ServerConnector connector, HttpSettings settings) {
    connector.setIdleTimeout(settings.idle().toMillis());
    HttpConnectionFactory http = connector.getConnectionFactory(HttpConnectionFactory.class);
    http.setInputBufferSize(INPUT_BUFFER);
    http.getHttpConfiguration().setSendServerVersion(false);
    http.getHttpConfiguration().setRequestHeaderSize(MOST_HEADER_BYTES);
    http.getHttpConfiguration().setMinRequestDataRate(1024);
  }
}
