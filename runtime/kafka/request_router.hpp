#pragma once

#include "runtime/kafka/call.hpp"
#include "runtime/kafka/config_service.hpp"
#include "runtime/kafka/fetch_service.hpp"
#include "runtime/kafka/group/group_service.hpp"
#include "runtime/kafka/produce_service.hpp"
#include "runtime/kafka/producer_ids.hpp"
#include "runtime/kafka/topic_catalog.hpp"
#include "runtime/kafka/topic_service.hpp"
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
        const TopicDefaults& topic_defaults;
        const std::vector<BrokerConfig>& configs;
        ProducerIds& producer_ids;
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
    /// The APIs that say what there is and how it is set, and that change it.
    void
    dispatch_administration(ApiKey key, const Call& call, BytesView body, const net::Address& self);
    void dispatch(ApiKey key, const Call& call, BytesView body, const net::Address& self);

    /// Calls `then` with the request that was decoded, or closes the connection.
    template <class Request, class Then>
    void use(const Call& call, std::optional<Request> request, Then then) {
        if (request) {
            then(*std::move(request));
        } else {
            services_.answers.close(call, "a malformed request");
        }
    }

    template <class Request, class Then>
    void with(const Call& call, BytesView body, Then then) {
        use(call, decode_body<Request>(body, call.version), std::move(then));
    }

    Services services_;
};

} // namespace muster::runtime::kafka
