#pragma once

#include "runtime/kafka/call.hpp"
#include "runtime/kafka/fetch_service.hpp"
#include "runtime/kafka/group/group_service.hpp"
#include "runtime/kafka/produce_service.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/kafka/wire/api_table.hpp"
#include "runtime/kafka/wire/header.hpp"

namespace muster::runtime::kafka {

/// Decodes a request and hands it to the service that answers it. A client that sends what cannot
/// be decoded, or asks for an API or version that was not advertised, loses its connection, as with
/// any broker.
class RequestRouter {
public:
    struct Services {
        TopicCatalog& topics;
        GroupService& groups;
        FetchService& fetches;
        ProduceService& produces;
        Answers& answers;
    };

    explicit RequestRouter(Services services);

    /// `self` is the address by which the client reached the server.
    void route(net::ConnectionId connection, BytesView frame, const net::Address& self);

private:
    void answer_api_versions(const Call& call, BytesView body);
    void dispatch(ApiKey key, const Call& call, BytesView body, const net::Address& self);

    /// Calls `use` with the decoded request, or closes the connection.
    template <class Request, class Use>
    void with(const Call& call, BytesView body, Use use) {
        if (auto request = decode_body<Request>(body, call.version)) {
            use(*std::move(request));
        } else {
            services_.answers.close(call, "a malformed request");
        }
    }

    Services services_;
};

} // namespace muster::runtime::kafka
