package dev.plimsoll.kube.live;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Reports for each request, including client-java's own, whether it was answered. */
record OutageInterceptor(ApiOutage outage, ConnectionErrors errors) implements Interceptor {
  private static final int UNAUTHORIZED = 401;

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response;
    try {
      response = chain.proceed(chain.request());
    } catch (IOException e) {
      if (!chain.call().isCanceled() || ConnectionErrors.isOverdue(e)) {
        outage.unanswered(errors.reason(e));
      }
      throw e;
    }
    int code = response.code();
    boolean isRead = chain.request().method().equals("GET");
    if (code == StatusException.FORBIDDEN && !isRead) {
      // A right that is missing is told by whoever wants to write.
      return response;
    }
    if (code == UNAUTHORIZED
        || code == StatusException.FORBIDDEN
        || StatusException.isOutage(code)) {
      outage.denied(chain.request().url().encodedPath(), code);
    } else {
      outage.answered();
    }
    return response;
  }
}
