package dev.plimsoll.server.http;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS of calls to another service. */
public final class ClientTls {
  private ClientTls() {}

  /**
   * Returns a context that trusts servers whose certificates these authorities have signed, and no
   * others.
   *
   * @param authorities a file in PEM
   * @throws dev.plimsoll.kube.InputException if it can't be used
   */
  public static SSLContext trusting(Path authorities) {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(PemFiles.trustStore(List.of(authorities)));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
