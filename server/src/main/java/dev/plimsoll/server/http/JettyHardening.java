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

  private final String role;
  private final HttpSettings settings;
  private final Optional<DynamicCertificates> tls;
  private final LastAnswers lastAnswers;
  private final BlockingQueue<Runnable> waiting;
  private final LimitedLog log;

  JettyHardening(
      String role,
      HttpSettings settings,
      Optional<DynamicCertificates> tls,
      LastAnswers lastAnswers,
      BlockingQueue<Runnable> waiting,
      LimitedLog log) {
    this.role = role;
    this.settings = settings;
    this.tls = tls;
    this.lastAnswers = lastAnswers;
    this.waiting = waiting;
    this.log = log;
  }

  void apply(Service spark) {
    EmbeddedServers.add(EmbeddedServers.Identifiers.JETTY, new EmbeddedJettyFactory(new Servers()));
    spark.ipAddress(settings.address());
    spark.port(settings.port());
    spark.untrustForwardHeaders();
    spark.threadPool(settings.threads());
  }

  private final class Servers implements JettyServerFactory {
    @Override
    public Server create(int maxThreads, int minThreads, int idleMillis) {
      return server();
    }

    @Override
    public Server create(org.eclipse.jetty.util.thread.ThreadPool pool) {
      return server();
    }
  }

  private Server server() {
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
              harden((ServerConnector) connector);
              lastAnswers.add((ServerConnector) connector);
              tls.ifPresent(t -> t.secure((ServerConnector) connector));
            }
          }
        });
    return server;
  }

  private void harden(ServerConnector connector) {
    connector.setIdleTimeout(settings.idle().toMillis());
    HttpConnectionFactory http = connector.getConnectionFactory(HttpConnectionFactory.class);
    http.setInputBufferSize(INPUT_BUFFER);
    http.getHttpConfiguration().setSendServerVersion(false);
    http.getHttpConfiguration().setRequestHeaderSize(MOST_HEADER_BYTES);
  }
}
